"""A room's own rule packs and fee schedules: new versions, never a changed one."""

from datetime import datetime

from django.db import transaction

from cardroom.audit import log as audit
from cardroom.people.models import Staff
from tables.engine import packs
from tables.models import RulePack
from tables.refusals import TableError, TableRefusal


@transaction.atomic
def make_pack(
    *,
    actor: Staff | None,
    name: str,
    rules: object,
    authorization: str,
    effective_from: datetime,
) -> RulePack:
    """Store the next version of a pack, for tables that open from ``effective_from`` on.

    Raises the engine's ``RuleError`` with the path of what is wrong in the rules, and
    ``AUTHORIZATION_MISSING`` where odds are raised without an authorization number of the room's.
    """
    pack = packs.pack_from_rules(rules)
    if not name.strip():
        raise TableError(TableRefusal.NAME_MISSING, field="name")
    if pack.odds and not authorization.strip():
        raise TableError(TableRefusal.AUTHORIZATION_MISSING, field="authorization")
    versions = RulePack.objects.filter(name=name.strip()).order_by("-version")
    last = versions.values_list("version", flat=True).first() or 0
    row = RulePack.objects.create(
        name=name.strip(),
        version=last + 1,
        rules=pack.to_rules(),
        authorization=authorization.strip(),
        effective_from=effective_from,
    )
    audit.record(actor, "rule_pack.made", f"rule_pack:{row.id}", name=row.name, version=row.version)
    return row
