"""The engine asked on a table's behalf: what is meant, whether it may be, and what it leads to."""

from typing import Any

from engine import codec, match as engine, spoken
from engine.errors import Refusal as Said
from engine.match import Done, Match as Played
from engine.record import By
from service import table
from service.sent import Asked
from service.store.held import AnyMatch


def read_action(row: AnyMatch, played: Played[Any], seat: int, asked: Asked) -> Any:
    """The action that is meant; words are read at the table as it stands."""
    game = played.game
    try:
        if asked.text is not None:
            return spoken.read(game, played.state, seat, asked.text)
        return codec.read(game.action_type, asked.action, "$.action")
    except Said as said:
        raise table.refused(row, said, game.view(played.state, seat)) from said


def check(row: AnyMatch, played: Played[Any], seat: int, action: Any) -> None:
    """Refuse what could not be played, or sealed, by this seat now."""
    try:
        engine.check(played, seat, action)
    except Said as said:
        raise table.refused(row, said, played.game.view(played.state, seat)) from said


def play(
    row: AnyMatch,
    played: Played[Any],
    seat: int,
    action: Any,
    by: By = "person",
    number: int = 0,
    key: bytes | None = None,
) -> Done[Any]:
    try:
        return engine.play(played, seat, action, by, number or None, key)
    except Said as said:
        raise table.refused(row, said, played.game.view(played.state, seat)) from said
