"""What somebody is handed when let in: the keys that are worth this one match, and no more.

A person's own key opens all that they hold: it goes to the address that is kept, by letter, and
is handed out only to who gave no address. See docs/adr/links.md.
"""

from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from service import lobby, tokens
from service.lobby import Standing
from service.store import matches
from service.store.matches import Match, Seat
from service.store.players import Player


@dataclass(frozen=True)
class Admission:
    """A match as anyone sees it, and the holder's own keys to it."""

    match: Standing
    seat: int | None = None
    host_token: str | None = field(default=None, repr=False)
    seat_token: str | None = field(default=None, repr=False)
    player_token: str | None = field(default=None, repr=False)


def nothing_yet(session: Session, row: Match) -> Admission:
    """For a host that still has a letter to answer."""
    return Admission(lobby.standing(session, row))


def nothing_more(session: Session, row: Match, seat: int | None = None) -> Admission:
    """For who was let in long ago: where the match stands, and no keys."""
    return Admission(lobby.standing(session, row), seat=seat)


def of_host(session: Session, row: Match, host: Player) -> Admission:
    seat = next(
        (one for one in matches.seats_of(session, row.id) if one.player_id == host.id), None
    )
    held = seat if seat is not None and seat.status == "accepted" else None
    return Admission(
        lobby.standing(session, row),
        seat=None if held is None else held.number,
        host_token=tokens.sign(tokens.Host(row.id, row.host_generation)),
        seat_token=None if held is None else _seat_token(held),
        player_token=_player_token(host) if host.address is None else None,
    )


def of_seat(session: Session, row: Match, seat: Seat) -> Admission:
    return Admission(
        lobby.standing(session, row),
        seat=seat.number,
        seat_token=_seat_token(seat),
    )


def _seat_token(seat: Seat) -> str:
    return tokens.sign(tokens.Seat(seat.match_id, seat.number, seat.generation))


def _player_token(player: Player) -> str:
    return tokens.sign(tokens.Player(player.id, player.generation))
