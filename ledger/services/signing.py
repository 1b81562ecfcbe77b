"""Who may do what at the cage, checked by the services themselves."""

from cardroom.people.models import Staff
from cardroom.people.roles import Permission
from ledger.refusals import BooksError, BooksRefusal


def check_may(actor: Staff, permission: Permission) -> None:
    """Raises BooksError unless the actor's role allows it."""
    if not actor.may(permission):
        raise BooksError(BooksRefusal.NOT_ALLOWED)


def check_second_person(signer: Staff, *others: Staff) -> None:
    """Raises BooksError unless the signer is none of the others and may sign."""
    if signer in others or not signer.may(Permission.SIGN_CAGE):
        raise BooksError(BooksRefusal.SECOND_PERSON, field="signer")


def check_reason(reason: str, field: str = "reason") -> str:
    """The reason as it is kept. Raises BooksError if there is none."""
    text = " ".join(reason.split())
    if not text or not text.isprintable():
        raise BooksError(BooksRefusal.REASON_MISSING, field=field)
    return text[:200]
