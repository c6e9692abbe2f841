"""Receipts: a letter for each submission of a player who wants them, with no word of the action."""

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from service import notices
from service.notices import Telling
from service.store.held import AnyMatch, Chair

WANTED = "receipts"  # in a player's policy


def promise(
    session: Session, row: AnyMatch, chair: Chair, facts: dict[str, Any], now: datetime
) -> None:
    """In the transaction that takes the submission; who does not want any costs nothing."""
    if chair.player_id is None or not (chair.policy or {}).get(WANTED):
        return
    cause = f"submission:{facts['submission']}"
    telling = Telling(chair.number, "receipt", cause, facts)
    notices.tell_player(session, row, chair.player_id, telling, now)
