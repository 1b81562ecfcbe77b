"""The projected state of a table, read now."""

from typing import Any

from tables.live.projections import Audience, project
from tables.snapshot import table_snapshot


def table_state(table_id: int, audience: Audience) -> dict[str, Any]:
    """What a frame to this audience would hold now. Raises ``TableNotFound``."""
    return project(table_snapshot(table_id), audience)
