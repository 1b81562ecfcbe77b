"""Every address, query and cookie, whatever stands in it: answered, and nothing changed."""

from urllib.parse import quote, urlsplit

import pytest
from django.core.management import call_command

from cardroom.people.models import Staff
from cardroom.people.roles import Role
from ledger.models import Outbox
from tests.faults.hostile import TYPED, browser, rows
from tests.tables.room import Room, staff

pytestmark = pytest.mark.django_db

QUERIES = (
    "/?x=%s",
    "/login/?next=%s",
    "/cage/?patron=%s",
    "/cage/person/?patron=%s",
    "/cage/person/?cents=%s&patron=1",
    "/cage/person/?direction=%s",
    "/cage/person/new/?name=%s",
    "/cage/buy-in/?patron=%s",
    "/cage/cash-out/?patron=%s",
    "/cage/journal/?day=%s",
    "/cage/journal/?kind=%s",
    "/cage/journal/?account=%s",
    "/cage/journal/?round_ref=%s",
    "/cage/journal/?before=%s",
    "/cage/accounts/cash:vault/?before=%s",
    "/cage/accounts/cash:vault/?at=%s",
)
ASKED = (
    *TYPED[:-1],
    "%00",
    "%ff%fe",
    "%ed%a0%80",
    "0001-01-01",
    "9999-12-31",
    "0001-01-01T00:00",
    "9999-12-31T23:59",
    "2026-03-08T02:30",  # an hour that the room's clock skips
    "2026-11-01T01:30",  # and one that it shows twice
    "2026-02-30",
    "-0001-01-01",
    str(2**63),
    "//evil.example/",
    "javascript:alert(1)",
    "a" * 5_000,
)


@pytest.mark.parametrize("query", QUERIES)
def test_whatever_is_asked_for_is_answered(room: Room, query: str) -> None:
    client = browser(staff(Role.CAGE_SUPERVISOR))
    before = rows()
    for asked in ASKED:
        typed = asked if asked.startswith("%") else quoted(asked)
        answer = client.get(query.replace("%s", typed))
        assert answer.status_code < 500, (query, asked[:40])
        led = urlsplit(answer.headers.get("Location", "/"))
        assert (led.scheme, led.netloc) == ("", ""), asked[:40]
    assert rows() == before


def quoted(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"))


PATHS = (
    "/tables/%s/",
    "/tables/%s/dealer/",
    "/tables/%s/displays/",
    "/tables/%s/open/",
    "/tables/%s/close/",
    "/slips/%s/",
    "/rounds/%s/",
    "/tables/%s/turns/",
    "/cage/entries/%s/",
    "/cage/accounts/%s/",
    "/cage/parked/%s/",
    "/api/v1/tables/%s/",
    "/api/v1/tables/%s/commands/",
    "/display/%s/",
    "/displays/pair/%s/",
    "/displays/%s/revoke/",
    "/follow/%s/",
    "/static/%s",
    "/%s",
    "/%s/",
)
IDS = (
    *("0", "-1", "00", "1.0", "9" * 19, "9" * 30, "9" * 5_000, "%00", "%ff", "%2e%2e%2f", "٣"),
    *("1 1", "chips:player:999", "cash:vault%00", "{}", "%", "%zz", "a" * 5_000),
)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("role", [Role.FLOOR, Role.CAGE_SUPERVISOR])
def test_no_address_makes_the_server_fail(room: Room, path: str, role: Role) -> None:
    client = browser(staff(role))
    before = rows()
    for name in IDS:
        for method in ("GET", "POST"):
            answer = client.generic(method, path.replace("%s", name))
            assert answer.status_code < 500, (method, path, name[:40])
    assert rows() == before


@pytest.mark.parametrize(
    "cookie",
    [
        "sessionid=x",
        "sessionid=" + "a" * 20_000,
        'sessionid="\\355\\240\\200aaaaaaaaaa"',
        "sessionid=\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8\xf7",
        'csrftoken="\\000aaaaaaaaaa"',
        "messages=x; csrftoken=; =; ;;; a",
        'sessionid="\\000aaaaaaaaaa"',
    ],
)
@pytest.mark.parametrize("path", ["/", "/login/", "/cage/", "/api/v1/tables/1/"])
def test_no_cookie_makes_the_server_fail(db: None, cookie: str, path: str) -> None:
    client = browser(None)
    assert client.get(path, HTTP_COOKIE=cookie).status_code < 500
    assert client.post(path, HTTP_COOKIE=cookie).status_code < 500


def test_a_login_without_a_role_may_do_nothing_and_breaks_nothing(db: None) -> None:
    """What ``manage.py createsuperuser`` makes."""
    call_command("createsuperuser", interactive=False, username="root", email="r@example.org")
    client = browser(Staff.objects.get(username="root"))
    for path in ("/", "/home/", "/cage/", "/api/v1/tables/1/"):
        assert client.get(path).status_code in (302, 403, 404)


def test_a_settlement_that_is_not_there_cannot_be_tried_again(room: Room) -> None:
    client = browser(staff(Role.CAGE_SUPERVISOR))
    for number in (0, 2**31, 2**63, 10**30):
        answer = client.post(f"/cage/parked/{number}/")
        assert answer.status_code in (302, 404)
    assert not Outbox.objects.exists()
