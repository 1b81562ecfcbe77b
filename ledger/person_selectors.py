"""What the cage knows of a person: deposits, chips, today's currency, merges, transactions.

Suspicion notes are not here, for anybody: see ``cardroom.people.suspicion``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext

from cardroom.clock import now
from cardroom.people.models import Patron, PersonMerge, TpppsCompany
from ledger import cage_selectors, currency_selectors
from ledger.books import chart, currency
from ledger.books.currency import Direction, Due
from ledger.cage_selectors import Person, Transaction
from ledger.models import Account, CoverDesignation, Posting
from ledger.selectors import Cover, cover


@dataclass(frozen=True, slots=True)
class Deposit:
    """A deposit account that a person may use: his own, or his company's."""

    code: str
    owner: str
    company: TpppsCompany | None
    cents: int

    @property
    def kind(self) -> str:
        return self.code.split(":")[1]

    @property
    def number(self) -> int:
        return int(self.code.split(":")[2])


def deposits_of(patron: Patron) -> Sequence[Deposit]:
    """His own front money first, then that of the company for which he plays."""
    owners: list[tuple[str, str, TpppsCompany | None]] = [
        (chart.player_deposit(patron.pk), patron.name, None)
    ]
    company = company_of(patron)
    if company is not None:
        owners.append((chart.tppps_deposit(company.pk), company.name, company))
    balances = _balances(code for code, _, _ in owners)
    return [Deposit(code, owner, company, balances.get(code, 0)) for code, owner, company in owners]


def company_of(patron: Patron) -> TpppsCompany | None:
    """The proposition company that a person is registered for."""
    return TpppsCompany.objects.filter(name=patron.tppps_company).exclude(name="").first()


def deposit_account(kind: str, number: int) -> Deposit | None:
    """A deposit account by its holder, or None if there is no such holder."""
    company, owner, code = None, "", chart.player_deposit(number)
    if kind == "player":
        owner = Patron.objects.filter(pk=number).values_list("name", flat=True).first() or ""
    elif company := TpppsCompany.objects.filter(pk=number).first():
        owner, code = company.name, chart.tppps_deposit(number)
    return Deposit(code, owner, company, _balances([code]).get(code, 0)) if owner else None


def _balances(codes: Iterable[str]) -> dict[str, int]:
    return dict(Account.objects.filter(code__in=list(codes)).values_list("code", "balance"))


# -- Statements ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Statement:
    """A deposit account from one gaming day to another; amounts are cents.

    ``paid_in`` and ``paid_out`` of a line are above zero, one of them is None.
    """

    deposit: Deposit
    first: date
    last: date
    at: datetime
    opening_cents: int
    lines: Sequence[Posting]

    @property
    def closing_cents(self) -> int:
        return self.lines[-1].balance_after if self.lines else self.opening_cents

    @property
    def paid_in_cents(self) -> int:
        return sum(line.credit or 0 for line in self.lines)

    @property
    def paid_out_cents(self) -> int:
        return sum(line.debit or 0 for line in self.lines)


def deposit_statement(deposit: Deposit, first: date, last: date) -> Statement:
    """The account's lines of some gaming days, in its own order, and its balances around them."""
    lines = Posting.objects.filter(account__code=deposit.code)
    chosen = lines.filter(entry__day__range=(first, last)).order_by("sequence")
    kept = list(chosen.select_related("entry", "entry__actor"))
    before = (
        lines.filter(sequence__lt=kept[0].sequence) if kept else lines.filter(entry__day__lt=first)
    )
    latest = before.order_by("-sequence").values_list("balance_after", flat=True).first()
    return Statement(deposit, first, last, now(), latest or 0, kept)


# -- The panel and the page ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bar:
    """A person's cash of the day in one direction, with what is being typed. Widths in per mille.

    ``adding_cents`` is what the amount in the form would add.
    """

    direction: Direction
    cents: int
    adding_cents: int

    FULL = currency.REPORT_ABOVE * 5 // 4

    @property
    def total_cents(self) -> int:
        return self.cents + self.adding_cents

    @property
    def due(self) -> Due:
        return currency.due(self.total_cents, settings.CURRENCY_LOG_FROM)

    @property
    def width(self) -> int:
        return _per_mille(self.cents)

    @property
    def adding_width(self) -> int:
        return _per_mille(self.total_cents) - self.width

    @property
    def log_mark(self) -> int:
        return _per_mille(settings.CURRENCY_LOG_FROM)

    @property
    def report_mark(self) -> int:
        return _per_mille(currency.REPORT_ABOVE)

    @property
    def sentence(self) -> str:
        """What the amount makes of the day, or nothing where none is typed."""
        if not self.adding_cents:
            return ""
        return currency.sentence(self.direction, self.total_cents, settings.CURRENCY_LOG_FROM)


def _per_mille(cents: int) -> int:
    return min(cents, Bar.FULL) * 1000 // Bar.FULL


def bars(person: Person, direction: Direction | None = None, cents: int = 0) -> Sequence[Bar]:
    """Both bars of a person; ``cents`` of what is typed goes on the one of its direction."""
    so_far = {Direction.IN: person.cash_in_cents, Direction.OUT: person.cash_out_cents}
    return [Bar(way, had, cents if way is direction else 0) for way, had in so_far.items()]


@dataclass(frozen=True, slots=True)
class PersonPage:
    """Everything on a person's page."""

    person: Person
    bars: Sequence[Bar]
    deposits: Sequence[Deposit]
    members: Sequence[Patron]
    merges: Sequence[PersonMerge]
    transactions: Sequence[Transaction]


def person_page(patron_id: int) -> PersonPage | None:
    """A person with those merged into him, or None if nobody has this number."""
    person = cage_selectors.person(patron_id)
    if person is None:
        return None
    numbers = currency_selectors.members(patron_id)
    merges = PersonMerge.objects.filter(Q(merged_id__in=numbers) | Q(into_id__in=numbers))
    return PersonPage(
        person,
        bars(person),
        deposits_of(person.patron),
        list(Patron.objects.filter(pk__in=numbers[1:])),
        list(merges.select_related("merged", "into", "proposed_by", "decided_by", "undone_by")),
        cage_selectors.transactions_of(numbers, 20),
    )


def merges_waiting() -> Sequence[PersonMerge]:
    """Merges that somebody proposed and nobody has decided, oldest first."""
    rows = PersonMerge.objects.filter(decided_at=None).order_by("id")
    return list(rows.select_related("merged", "into", "proposed_by"))


def described() -> Sequence[Patron]:
    """Who is known by description alone, the latest first."""
    rows = Patron.objects.own_records().filter(kind=Patron.Kind.DESCRIBED)
    return list(rows.order_by("-id")[:100])


def companies() -> Sequence[tuple[TpppsCompany, int, Sequence[Patron]]]:
    """Proposition companies, their front money in cents and their registered players."""
    found = list(TpppsCompany.objects.all())
    balances = _balances(chart.tppps_deposit(company.pk) for company in found)
    players = Patron.objects.own_records().exclude(tppps_company="")
    of: dict[str, list[Patron]] = {}
    for patron in players:
        of.setdefault(patron.tppps_company, []).append(patron)
    return [
        (company, balances.get(chart.tppps_deposit(company.pk), 0), of.get(company.name, []))
        for company in found
    ]


# -- Cover -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CoverNow:
    """The cover test, with the moment to which it is true: the books as they were posted then."""

    cover: Cover
    at: datetime

    @property
    def state(self) -> str:
        """``short`` is the alarm; ``low`` says that the room's margin is not kept."""
        spare = self.cover.designated_cents - self.cover.required_cents
        if spare < 0:
            return "short"
        return "low" if spare < settings.COVER_MARGIN else "enough"

    @property
    def sentence(self) -> str:
        return {
            "short": gettext(
                "Cover is short: designated money is less than chips in use and deposits."
            ),
            "low": gettext("Cover is low: less is to spare than the room wants."),
            "enough": gettext("Chips in use and deposits are covered."),
        }[self.state]


def cover_now() -> CoverNow:
    """The cover test as of now."""
    moment = now()
    return CoverNow(cover(), moment)


@dataclass(frozen=True, slots=True)
class CoverPlace:
    """A place of money, what it holds, and whether it counts as cover."""

    account: Account

    @property
    def counts(self) -> bool:
        return self.account.covers_chips


def cover_places() -> Sequence[CoverPlace]:
    """Every account of money, those that count first."""
    found = Account.objects.filter(Q(code__startswith="cash:") | Q(code__startswith="bank:"))
    return [CoverPlace(each) for each in found.order_by("-covers_chips", "code")]


def designations() -> Sequence[CoverDesignation]:
    """The manager's words on cover, latest first."""
    return list(CoverDesignation.objects.select_related("account", "by")[:100])
