"""How long each kind of record is kept, and by which clause. Data with a version.

Where clauses differ the longer one is taken (4 CCR 12003 five years, 12312 seven, 12380 three;
31 CFR 1010.430 five). Nothing deletes a record within its class: PostgreSQL refuses it.
"""

from dataclasses import dataclass

from cardroom.texts import say

VERSION = 1


@dataclass(frozen=True, slots=True)
class RetentionClass:
    """Records that are kept alike. ``rows`` are the tables that hold them."""

    name: str
    what: str
    years: int
    clause: str
    rows: tuple[str, ...]


CLASSES: tuple[RetentionClass, ...] = (
    RetentionClass(
        "books",
        say(
            "Entries, chips, windows, boxes, counts, slips, settlements, deposits, reversals, cover"
        ),
        7,
        say("4 CCR 12312: accounting records; 31 CFR 1021.410 asks for five"),
        (
            "ledger_account",
            "ledger_entry",
            "ledger_posting",
            "ledger_potbalance",
            "ledger_chipplace",
            "ledger_chipmovement",
            "ledger_outbox",
            "ledger_window",
            "ledger_windowshift",
            "ledger_windowcount",
            "ledger_box",
            "ledger_boxcount",
            "ledger_boxcountline",
            "ledger_chipline",
            "ledger_chipstock",
            "ledger_transfer",
            "ledger_slip",
            "ledger_slipseries",
            "ledger_slipprint",
            "ledger_wincount",
            "ledger_reversal",
            "ledger_coverdesignation",
        ),
    ),
    RetentionClass(
        "currency",
        say("Currency by person and day, the log, reports and filings"),
        7,
        say("31 CFR 1010.430 asks for five; kept with the books, 4 CCR 12312"),
        ("ledger_currencyday", "ledger_currencyreport", "ledger_currencyfiling"),
    ),
    RetentionClass(
        "suspicion",
        say("Working notes and filed suspicion reports"),
        5,
        say("31 CFR 1021.320(d): five years from the filing"),
        ("people_suspicionnote",),
    ),
    RetentionClass(
        "persons",
        say("Persons, merges, proposition companies and their players"),
        7,
        say("Kept as long as the books that name them, 4 CCR 12312"),
        ("people_patron", "people_personmerge", "people_tpppscompany"),
    ),
    RetentionClass(
        "exclusions",
        say("Exclusions and every stop"),
        7,
        say("4 CCR 12463 to 12466: the lists; kept with the books"),
        ("people_exclusion",),
    ),
    RetentionClass(
        "audit",
        say("What staff did"),
        5,
        say("4 CCR 12003: records of the establishment"),
        ("audit_auditrecord", "people_staff"),
    ),
)
