"""Faulty addresses: marked once letters come back, told to hosts once, tried again when asked."""

from datetime import datetime

from sqlalchemy.orm import Session

from service import notices
from service.notices import Telling
from service.store.matches import Match
from service.store.players import Player

AGAIN = "again"  # in a player's policy: when they last asked to be written to again


def flag(player: Player, reason: str, left_at: datetime) -> bool:
    """No letters from now on, unless the reader has asked for some since; whether it is so."""
    again = player.policy.get(AGAIN)
    asked_since = again is not None and left_at < datetime.fromisoformat(again)
    if player.address is None or asked_since:
        return False
    player.fault = reason
    return True


def forgive(player: Player, now: datetime) -> None:
    """The reader is there: the address is tried anew."""
    if player.fault is not None:
        player.fault = None
        player.policy = {**player.policy, AGAIN: now.isoformat()}


def tell_host(
    session: Session, row: Match, player: Player, seat: int | None, problem: str, now: datetime
) -> None:
    """Once a match, however many letters come back, until the address is tried anew."""
    if player.id == row.host_id:
        return
    cause = f"fault:{player.id}:{player.policy.get(AGAIN, '')}"
    facts = {"problem": problem, "seat": seat}
    notices.tell_player(session, row, row.host_id, Telling(None, "problem", cause, facts), now)
