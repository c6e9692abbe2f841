"""A seat's standing preferences: kept where nobody reads them, and what they say to do now."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from engine.errors import Refusal as Said
from engine.game import Value
from engine.match import Match as Played
from engine.options import settled
from service import table, vault
from service.store import plans as rows
from service.store.held import AnyMatch
from service.store.plans import PreferenceRow


def read(row: AnyMatch, given: Mapping[str, Value]) -> dict[str, Value]:
    """A value for each of the game's preferences; what is not named is asked as ever."""
    game = table.game_of(row)
    try:
        return settled(game.meta.preferences, given)
    except Said as said:
        raise table.worded(game, said, turn=row.turn) from said


def keep(session: Session, row: AnyMatch, seat: int, wanted: Mapping[str, Value]) -> None:
    kept = rows.preference_of(session, row.id, seat)
    if kept is None:
        kept = PreferenceRow(match_id=row.id, seat=seat)
        session.add(kept)
    kept.kept = vault.seal(json.dumps(dict(wanted)).encode())


def of_seat(session: Session, row: AnyMatch, seat: int) -> dict[str, Value]:
    kept = rows.preference_of(session, row.id, seat)
    given = {} if kept is None else json.loads(vault.unseal(kept.kept))
    return settled(table.game_of(row).meta.preferences, given)


def said(session: Session, row: AnyMatch, seat: int) -> bool:
    """Whether a seat has said anything that differs from being asked."""
    offered = table.game_of(row).meta.preferences
    return of_seat(session, row, seat) != settled(offered, {})


def preferred(session: Session, row: AnyMatch, seat: int, played: Played[Any]) -> Any | None:
    return played.game.preferred(played.state, seat, of_seat(session, row, seat))
