"""What the room board is sent. Amounts are cents."""

from typing import Any

from tables.board import Board


def project_board(board: Board) -> dict[str, Any]:
    """The board as JSON. There is one view of it, for whoever passes by."""
    return {
        "audience": "board",
        "tables": [
            {
                "number": table.number,
                "game": table.game,
                "bank": "house" if table.house_banked else "player_dealer",
                "limits": table.limits,
                "seats": table.seats,
                "open_seats": table.open_seats,
            }
            for table in board.tables
        ],
        "waiting": [
            {"game": line.game, "least": line.least, "waiting": line.waiting}
            for line in board.waiting
        ],
    }
