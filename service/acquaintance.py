"""What a reader is known to prefer: the language and time zone of who a token was given to."""

from dataclasses import dataclass
from typing import TypeAlias

from sqlalchemy.orm import Session

from service import tokens
from service.store import matches
from service.store.database import reading
from service.store.matches import Match
from service.store.players import Player

Personal: TypeAlias = (
    tokens.Host
    | tokens.Invitation
    | tokens.Seat
    | tokens.Turn
    | tokens.Voice
    | tokens.Return
    | tokens.Drop
    | tokens.Player
    | tokens.Confirm
    | tokens.Unsubscribe
)


@dataclass(frozen=True)
class Reader:
    """Whoever a page is made for."""

    language: str | None = None
    time_zone: str = "UTC"
    fault: str | None = None  # why letters to them come back


STRANGER = Reader()


def of(token: Personal) -> Reader:
    """Whether the token is still good is for its door to say."""
    with reading() as session:
        player = _player(session, token)
        if player is None or player.erased_at is not None:
            return STRANGER
        return Reader(player.language, player.time_zone, player.fault)


def _player(session: Session, token: Personal) -> Player | None:
    if isinstance(token, tokens.Player | tokens.Confirm | tokens.Unsubscribe):
        return session.get(Player, token.player)
    if isinstance(token, tokens.Host):
        row = session.get(Match, token.match)
        return None if row is None else session.get(Player, row.host_id)
    seat = matches.seat_of(session, token.match, token.seat)
    if seat is None or seat.player_id is None:
        return None
    if not seat.holder <= token.generation <= seat.generation:
        return None
    return session.get(Player, seat.player_id)
