"""Somebody at several tables, who wants one letter for all of them."""

from datetime import datetime
from typing import Any

from service.store.database import writing
from service.store.matches import Match, Seat
from service.store.players import Player
from tests.parts import tables
from tests.parts.tables import NOON

BRUNO = "m1-Bruno"
EVENING = {"digest": 18}  # 17:00 UTC at our tables, in Rome in March


def choose(player: str = BRUNO, **letters: Any) -> None:
    with writing() as session:
        row = session.get_one(Player, player)
        row.policy = {**row.policy, "letters": letters}


def sit(match: str, game: str = "rapa-nui", now: datetime = NOON) -> tables.Table:
    """A table more at which the Bruno of the first one has the second seat, dealt now."""
    laid = tables.lay(match, game, ("Anna", "Bruno"), start=False, now=now)
    with writing() as session:
        seat = session.get_one(Seat, (match, 1))
        seat.player_id, seat.status = BRUNO, "accepted"
        tables.begin(session, session.get_one(Match, match), now)
    return laid


def tables_of_bruno(*more: str, **letters: Any) -> list[tables.Table]:
    """The first one, and these: all dealt at noon, with this policy of Bruno's from the start."""
    first = tables.lay("m1", "rapa-nui", ("Anna", "Bruno"), start=False)
    choose(**letters)
    with writing() as session:
        session.get_one(Seat, ("m1", 1)).status = "accepted"
        tables.begin(session, session.get_one(Match, "m1"), NOON)
    return [first, *(sit(match) for match in more)]
