"""The addresses of the cage's pages, who may open them, and a browser that is logged in."""

from collections.abc import Iterator

from django.test import Client
from django.urls import reverse

from cardroom.people.models import Staff
from cardroom.people.roles import Permission, Role
from ledger.models import Entry
from tests.ledger.room import CageRoom, staff

PAGES = {
    "cage": Permission.SEE_CAGE,
    "cage-person": Permission.WORK_CAGE,
    "new-person": Permission.WORK_CAGE,
    "cage-window-open": Permission.WORK_CAGE,
    "cage-window-close": Permission.WORK_CAGE,
    "cage-window-recount": Permission.WORK_CAGE,
    "cage-window-hand-over": Permission.WORK_CAGE,
    "cage-window-supply": Permission.WORK_CAGE,
    "cage-window-give-back": Permission.WORK_CAGE,
    "cage-window-variance": Permission.WORK_CAGE,
    "cage-exchange": Permission.WORK_CAGE,
    "cage-tokes": Permission.WORK_CAGE,
    "cage-chips": Permission.WORK_CAGE,
    "runner-issue": Permission.WORK_CAGE,
    "runner-hand-in": Permission.WORK_CAGE,
    "runner-sale": Permission.RUN_CHIPS,
    "boxes": Permission.SEE_CAGE,
    "fills": Permission.SEE_CAGE,
    "vault-new-chips": Permission.MANAGE_CHIPS,
    "vault-withdraw": Permission.MANAGE_CHIPS,
    "vault-sort": Permission.SIGN_CAGE,
    "buy-in": Permission.WORK_CAGE,
    "cash-out": Permission.WORK_CAGE,
    "books": Permission.SEE_BOOKS,
    "journal": Permission.SEE_BOOKS,
    "shift": Permission.SEE_BOOKS,
    "vault": Permission.SEE_BOOKS,
}


def page(client: Client, address: str, **data: object) -> tuple[int, str]:
    """A page's status and text; ``data`` is posted."""
    answer = client.post(address, data) if data else client.get(address)
    return answer.status_code, answer.content.decode()


def login(who: Staff) -> Client:
    client = Client()
    client.force_login(who)
    return client


def addresses(room: CageRoom) -> Iterator[tuple[str, Permission]]:
    for name, permission in PAGES.items():
        yield reverse(name), permission
    yield reverse("box", args=[room.box.pk]), Permission.SEE_CAGE
    yield reverse("entry", args=[Entry.objects.latest("id").pk]), Permission.SEE_BOOKS
    yield reverse("account", args=["cash:vault"]), Permission.SEE_BOOKS


def signer(role: Role = Role.CAGE_SUPERVISOR) -> dict[str, str]:
    """A second person's signature, as it is typed."""
    boss = staff(role)
    boss.set_password("second-person")
    boss.save()
    return {"signer": boss.username, "password": "second-person"}
