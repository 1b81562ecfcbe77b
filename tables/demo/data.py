"""The demonstration room: staff of each role, players, four tables, packs and fees.

Loading it twice changes nothing.
"""

from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from cardroom.clock import now
from cardroom.people.models import Exclusion, Patron, Staff
from cardroom.people.roles import Role
from ledger import selectors as books
from ledger.services import cage
from tables.models import FeeSchedule, RulePack, Table
from tables.services import slips

# One for the demonstration, one for a cashier and one for the cage supervisor.
WINDOWS = (1, 2, 3)
DEMONSTRATION_WINDOW = 2
DEMONSTRATION_TABLE = 1
HOUSE_TABLE = 4
# They deal the demonstration tables; nobody can log in as them.
DEMONSTRATION_DEALER = "demonstration"
HOUSE_DEALER = "demonstration-house"
# $800,000 in chips of $100, $25, $5 and $1, and $10,000 of it in each tray.
CHIPS_ISSUED = {10_000: 4_000, 2_500: 8_000, 500: 30_000, 100: 50_000}
TRAY = {10_000: 50, 2_500: 100, 500: 400, 100: 500}


@dataclass(frozen=True, slots=True)
class Login:
    """A demonstration login, as it is printed."""

    role: Role
    username: str
    password: str
    first_name: str
    last_name: str


LOGINS = (
    Login(Role.FLOOR, "floor", "demo-floor", "Maria", "Ortega"),
    Login(Role.DEALER, "dealer", "demo-dealer", "Ana", "Ruiz"),
    Login(Role.DEALER, "dealer2", "demo-dealer2", "Jun", "Sato"),
    Login(Role.CASHIER, "cashier", "demo-cashier", "Tom", "Becker"),
    Login(Role.CAGE_SUPERVISOR, "cage", "demo-cage", "Grace", "Liu"),
    Login(Role.MANAGER, "manager", "demo-manager", "Robert", "Hale"),
    Login(Role.COMPLIANCE, "compliance", "demo-compliance", "Irene", "Novak"),
    Login(Role.AUDITOR, "auditor", "demo-auditor", "Sam", "Whitfield"),
    Login(Role.ADMINISTRATOR, "admin", "demo-admin", "Dana", "Price"),
)
# Sells the players of the demonstration table their chips. Nobody can log in as this one.
DEMONSTRATION_CASHIER = "demonstration-cashier"
PLAYERS = (
    "Lee Park", "Nadia Haddad", "Victor Chu", "Rosa Delgado", "Bill Thornton", "Mei Tanaka",
    "Omar Said", "Karen Walsh", "Luis Romero", "Priya Nair", "Gus Petrov", "Helen Brandt",
)  # fmt: skip
HOUSE_PLAYERS = ("Ines Duarte", "Walt Kemp", "Dora Fink", "Ravi Menon")

# $10 to $100 a hand; W from $100 to $5,000. Cents.
LIMITS = {"ante": (1_000, 10_000), "bonus": (100, 2_500), "bank": (10_000, 500_000)}
HOUSE_LIMITS = {"ante": (500, 10_000), "pair_plus": (500, 10_000), "six_card_bonus": (500, 2_500)}
HOUSE_PACKS = {
    "Casino guide": {"base": "casino_guide", "options": {}},
    "Iowa": {"base": "iowa", "options": {}},
    "New York": {
        "base": "new_york",
        "options": {"six_card": {"version": "ante_and_pair_plus", "table": "A"}},
    },
}
CHIPS = [100, 500, 2_500, 10_000]
FEES = {
    "Flat $1, bank by action": [
        {"payer": "player", "wager": "ante", "from": 1_000, "to": 10_000, "fee": 100},
        {"payer": "player", "wager": "bonus", "from": 100, "to": 2_500, "fee": 0},
        {"payer": "bank", "wager": "table_action", "from": 1, "to": 30_000, "fee": 200},
        {"payer": "bank", "wager": "table_action", "from": 30_001, "to": 200_000, "fee": 300},
    ],
    "Tiered by ante": [
        {"payer": "player", "wager": "ante", "from": 1_000, "to": 5_000, "fee": 100},
        {"payer": "player", "wager": "ante", "from": 5_001, "to": 10_000, "fee": 200},
        {"payer": "player", "wager": "bonus", "from": 100, "to": 2_500, "fee": 100},
        {"payer": "bank", "wager": "table_action", "from": 1, "to": 200_000, "fee": 300},
    ],
}


@transaction.atomic
def load() -> None:
    """Put the demonstration room in place, as far as it is not there yet."""
    for login in LOGINS:
        staff, new = Staff.objects.get_or_create(
            username=login.username,
            defaults={
                "role": login.role,
                "first_name": login.first_name,
                "last_name": login.last_name,
            },
        )
        if new:
            staff.set_password(login.password)
            staff.save()
    for username, first, last in (
        (DEMONSTRATION_DEALER, "Paul", "Stone"),
        (HOUSE_DEALER, "Nora", "Voss"),
    ):
        Staff.objects.get_or_create(
            username=username,
            defaults={
                "role": Role.DEALER,
                "first_name": first,
                "last_name": last,
                "password": "!",
            },
        )
    _load_demonstration_cashier()
    if Table.objects.exists():
        return
    for name in (*PLAYERS, *HOUSE_PLAYERS):
        Patron.objects.create(name=name)
    Exclusion.objects.create(
        patron=Patron.objects.create(name="Frank Moss"),
        kind=Exclusion.Kind.BARRED,
        reason="Demonstration",
        begins_on=settings.ROOM_CALENDAR.day_of(now()),
        recorded_at=now(),
    )
    california = {"California": {"base": "california", "options": {}}}
    for name, rules in (california | HOUSE_PACKS).items():
        RulePack.objects.create(
            name=name, rules=rules, authorization="demonstration", effective_from=now()
        )
    for name, lines in FEES.items():
        FeeSchedule.objects.create(name=name, lines=lines, effective_from=now())
    for number, seats in ((1, 8), (2, 8), (3, 14), (HOUSE_TABLE, 7)):
        Table.objects.create(number=number, seat_count=seats, chips=CHIPS)
    cage.set_up_room(
        vault_cash=50_000_000,
        chip_cover=30_000_000,
        chips_issued=CHIPS_ISSUED,
        windows=WINDOWS,
        trays={str(number): TRAY for number in (1, 2, 3, HOUSE_TABLE)},
        actor=Staff.objects.get(username="cage"),
    )


def tray_count(table: Table, dealer: Staff) -> slips.Count:
    """A count of the table's tray that agrees with the books, as far as its chips make it."""
    has = books.tray_cents(str(table.number))
    counts, left = {}, max(has, 0)
    for chip in sorted(table.chips, reverse=True):
        counts[chip], left = divmod(left, chip)
    agrees = has >= 0 and left == 0
    return slips.Count(counts, dealer, reason="" if agrees else "the chips do not make it")


def _load_demonstration_cashier() -> None:
    cashier, new = Staff.objects.get_or_create(
        username=DEMONSTRATION_CASHIER,
        defaults={
            "role": Role.CASHIER,
            "first_name": "Demonstration",
            "last_name": "cashier",
        },
    )
    if new:
        cashier.set_unusable_password()
        cashier.save()
