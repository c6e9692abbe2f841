"""Letters that fail: the address is marked faulty and tried again when asked; its hosts are told.

A player can make its own letters fail, and ask again, as often as it likes. So what a host hears
of one player at one match is bounded, and so is what is tried again.
"""

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from service import limits, notices
from service.notices import Telling
from service.store import outbox
from service.store.letters import Letter
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


def forgive(session: Session, player: Player, now: datetime) -> bool:
    """The reader is there: the address is tried anew, unless that was done enough today."""
    if player.fault is None:
        return True
    if not limits.may_retry(session, player, now):
        return False
    player.fault = None
    player.policy = {**player.policy, AGAIN: now.isoformat()}
    return True


def tell_host(
    session: Session, row: Match, player: Player, seat: int | None, problem: str, now: datetime
) -> None:
    """Once a match, however many letters come back, until the address is tried anew."""
    cause = f"fault:{player.id}:{player.policy.get(AGAIN, '')}"
    if not outbox.of_cause(session, row.id, cause):
        _tell(session, row, player, Telling(None, "problem", cause, _facts(problem, seat)), now)


def tell_host_of_letter(
    session: Session, row: Match, letter: Letter, seat: int | None, problem: str, now: datetime
) -> None:
    """A letter is lost, and its address not to blame."""
    player = session.get_one(Player, letter.player_id)
    telling = Telling(None, "problem", f"letter:{letter.id}", _facts(problem, seat))
    _tell(session, row, player, telling, now)


def _facts(problem: str, seat: int | None) -> dict[str, Any]:
    return {"problem": problem, "seat": seat}


def _tell(session: Session, row: Match, player: Player, telling: Telling, now: datetime) -> None:
    """Once a day of each; nobody is written to about letters to themselves."""
    what = telling.cause.partition(":")[0]
    if player.id != row.host_id and limits.may_tell_of_failing(session, row, player, what, now):
        notices.tell_player(session, row, row.host_id, telling, now)
