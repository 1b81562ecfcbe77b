"""Who works here, and what each role may do. One matrix: checks, pages and tests read it."""

from enum import StrEnum


class Role(StrEnum):
    DEALER = "dealer"
    FLOOR = "floor"
    CASHIER = "cashier"
    CAGE_SUPERVISOR = "cage_supervisor"
    MANAGER = "manager"
    COMPLIANCE = "compliance"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


class Permission(StrEnum):
    """What can be allowed. A view or service names one of these, never a role."""

    SEE_FLOOR = "see_floor"
    RUN_TABLE = "run_table"
    DEAL = "deal"
    APPROVE_CORRECTION = "approve_correction"
    SEE_CAGE = "see_cage"
    WORK_CAGE = "work_cage"
    SIGN_CAGE = "sign_cage"
    SEE_BOOKS = "see_books"
    # Persons, and the currency that they bring and take.
    SEE_CURRENCY = "see_currency"
    FILE_REPORTS = "file_reports"
    PROPOSE_MERGE = "propose_merge"
    APPROVE_MERGE = "approve_merge"
    EXCLUDE = "exclude"
    SEE_SUSPICION = "see_suspicion"
    DESIGNATE_COVER = "designate_cover"
    COUNT_BOX = "count_box"
    APPROVE_FILL = "approve_fill"
    RUN_CHIPS = "run_chips"
    MANAGE_CHIPS = "manage_chips"


ALLOWED: dict[Role, frozenset[Permission]] = {
    Role.DEALER: frozenset({Permission.SEE_FLOOR, Permission.DEAL}),
    Role.FLOOR: frozenset(
        {
            Permission.SEE_FLOOR,
            Permission.RUN_TABLE,
            Permission.DEAL,
            Permission.APPROVE_CORRECTION,
            Permission.EXCLUDE,
            Permission.APPROVE_FILL,
            Permission.RUN_CHIPS,
        }
    ),
    Role.CASHIER: frozenset(
        {
            Permission.SEE_CAGE,
            Permission.WORK_CAGE,
            Permission.PROPOSE_MERGE,
            Permission.COUNT_BOX,
            Permission.RUN_CHIPS,
        }
    ),
    Role.CAGE_SUPERVISOR: frozenset(
        {
            Permission.SEE_CAGE,
            Permission.WORK_CAGE,
            Permission.SIGN_CAGE,
            Permission.SEE_BOOKS,
            Permission.SEE_CURRENCY,
            Permission.PROPOSE_MERGE,
            Permission.APPROVE_MERGE,
            Permission.COUNT_BOX,
            Permission.APPROVE_FILL,
        }
    ),
    Role.MANAGER: frozenset(
        {
            Permission.SEE_FLOOR,
            Permission.SEE_CAGE,
            Permission.SIGN_CAGE,
            Permission.SEE_BOOKS,
            Permission.APPROVE_CORRECTION,
            Permission.SEE_CURRENCY,
            Permission.PROPOSE_MERGE,
            Permission.APPROVE_MERGE,
            Permission.EXCLUDE,
            Permission.DESIGNATE_COVER,
            Permission.COUNT_BOX,
            Permission.APPROVE_FILL,
            Permission.MANAGE_CHIPS,
        }
    ),
    Role.COMPLIANCE: frozenset(
        {
            Permission.SEE_FLOOR,
            Permission.SEE_CAGE,
            Permission.SEE_BOOKS,
            Permission.SEE_CURRENCY,
            Permission.FILE_REPORTS,
            Permission.PROPOSE_MERGE,
            Permission.APPROVE_MERGE,
            Permission.EXCLUDE,
            Permission.SEE_SUSPICION,
        }
    ),
    Role.AUDITOR: frozenset(
        {
            Permission.SEE_FLOOR,
            Permission.SEE_CAGE,
            Permission.SEE_BOOKS,
            Permission.SEE_CURRENCY,
        }
    ),
    Role.ADMINISTRATOR: frozenset({Permission.SEE_FLOOR}),
}
