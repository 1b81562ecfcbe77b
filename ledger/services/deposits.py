"""Front money of players and of proposition companies.

The companies' money is apart from their players' own. Whoever hands over cash or gets it is the
person whose currency it is, for a company too (31 CFR 1021.311).
"""

from cardroom.audit.log import record
from cardroom.people.models import Patron, Staff, TpppsCompany
from ledger.books import chart, person_flows
from ledger.books.entry import Entry
from ledger.books.person_flows import Form
from ledger.refusals import BooksError, BooksRefusal
from ledger.services.cage import at_window, check_patron, check_window, without_figures
from ledger.services.followed import lock_followed
from ledger.services.posting import PostedEntry, accounts_of, first_result, post


def deposit(
    *,
    window: int,
    patron_id: int,
    cents: int,
    form: Form,
    request_id: str,
    actor: Staff,
    company_id: int | None = None,
) -> PostedEntry:
    """Front money in cash or chips, into the person's account or (``company_id``) his company's.

    Chips beyond what his account holds come out of those at large. Raises BooksError: the window is
    closed or another's, the person is stopped or has no name, he is not registered for the company.
    """
    account = account_of(patron_id, company_id)
    asked = person_flows.deposit(window, account, patron_id, cents, form)
    with at_window(window, actor):
        before = first_result(asked, request_id=request_id)
        if before is not None:
            return before
        check_window(window, actor)
        check_holder(patron_id, company_id)
        entry = asked
        if form is Form.CHIPS:
            followed = lock_followed(patron_id, accounts_of([asked]), actor)
            entry = person_flows.deposit(
                window, account, patron_id, cents, form, followed_cents=followed
            )
        return _post(entry, "deposit", window, account, cents, form, request_id, actor)


def withdraw(
    *,
    window: int,
    patron_id: int,
    cents: int,
    form: Form,
    request_id: str,
    actor: Staff,
    company_id: int | None = None,
) -> PostedEntry:
    """Front money paid out. Raises BooksError as ``deposit`` does, or the deposit is short."""
    account = account_of(patron_id, company_id)
    entry = person_flows.withdrawal(window, account, patron_id, cents, form)
    with at_window(window, actor):
        before = first_result(entry, request_id=request_id)
        if before is not None:
            return before
        check_window(window, actor)
        check_holder(patron_id, company_id)
        return _post(entry, "withdrawal", window, account, cents, form, request_id, actor)


def proposition_player_leaves(
    *,
    window: int,
    patron_id: int,
    company_id: int,
    handed_back: int,
    request_id: str,
    actor: Staff,
) -> PostedEntry:
    """A proposition player leaves: ``handed_back`` goes to the company, the rest is carried.

    Raises BooksError: as ``deposit`` does; more handed back than he has; nothing to move.
    """
    account = chart.tppps_deposit(company_id)
    asked = person_flows.tppps_leaves(
        window, company_id, patron_id, handed_back=handed_back, followed_cents=handed_back or 1
    )
    with at_window(window, actor):
        before = first_result(asked, request_id=request_id)
        if before is not None:
            return before
        check_window(window, actor)
        patron = check_holder(patron_id, company_id)
        followed = lock_followed(patron_id, {account, chart.AT_LARGE}, actor)
        if handed_back > followed:
            raise BooksError(
                BooksRefusal.HANDED_TOO_MUCH,
                field="cents",
                name=patron.name,
                have_cents=followed,
                need_cents=handed_back,
            )
        entry = person_flows.tppps_leaves(
            window, company_id, patron_id, handed_back=handed_back, followed_cents=followed
        )
        posted = post(entry, request_id=request_id, actor=actor)
        record(
            actor,
            "tppps_leaves",
            f"patron:{patron_id}",
            entry=posted.id,
            window=window,
            company=company_id,
            handed_back=handed_back,
            carried=followed - handed_back,
        )
        return posted


def account_of(patron_id: int, company_id: int | None) -> str:
    """The deposit account that is meant."""
    return (
        chart.player_deposit(patron_id) if company_id is None else chart.tppps_deposit(company_id)
    )


def check_holder(patron_id: int, company_id: int | None) -> Patron:
    """The person, if he may use this deposit account.

    A deposit account has the name of its holder (31 CFR 1021.410(a)). Raises BooksError.
    """
    patron = check_patron(patron_id)
    if patron.kind != Patron.Kind.NAMED:
        raise BooksError(BooksRefusal.NAME_NEEDED, field="patron", name=patron.name)
    if company_id is not None:
        company = TpppsCompany.objects.filter(pk=company_id).first()
        if company is None:
            raise BooksError(BooksRefusal.NO_SUCH_COMPANY, field="company")
        if patron.tppps_company != company.name:
            raise BooksError(
                BooksRefusal.NOT_REGISTERED,
                field="patron",
                name=patron.name,
                company=company.name,
            )
    return patron


def _post(
    entry: Entry,
    action: str,
    window: int,
    account: str,
    cents: int,
    form: Form,
    request_id: str,
    actor: Staff,
) -> PostedEntry:
    with without_figures(BooksRefusal.DRAWER_SHORT, window=window):
        posted = post(entry, request_id=request_id, actor=actor)
    record(
        actor,
        action,
        f"patron:{entry.patron_id}",
        entry=posted.id,
        window=window,
        account=account,
        cents=cents,
        form=form,
    )
    return posted
