"""How things stand for a notice, read from the rows, and who wants no letters."""

from sqlalchemy.orm import Session

from service import players
from service.post.truth import Standing, reason_to_drop
from service.store import matches, outbox
from service.store.letters import Notice
from service.store.matches import Match, Seat
from service.store.players import Player


def of_notice(session: Session, row: Match, player: Player, notice: Notice) -> Standing:
    seat = None if notice.seat is None else matches.seat_of(session, row.id, notice.seat)
    seated = seat is not None and seat.status == "accepted"
    # Who is told as the host opened the match, and has confirmed its address.
    acquainted = notice.seat is None or seated or outbox.written_to(session, row.id, player.id)
    return Standing(row, seat, player, blocked(session, player), acquainted)


def blocked(session: Session, player: Player) -> bool:
    return player.address is not None and players.blocked(session, player.address)


def held_by(session: Session, row: Match, player: Player) -> Seat | None:
    """The seat that this player holds in the match."""
    seats = matches.seats_of(session, row.id)
    return next((seat for seat in seats if seat.player_id == player.id), None)


def number_of(session: Session, row: Match, player: Player) -> int | None:
    seat = held_by(session, row, player)
    return None if seat is None else seat.number


def sift(session: Session, row: Match, player: Player, notices: list[Notice]) -> list[Notice]:
    """Drop those no longer true, each with its reason; what remains."""
    kept: list[Notice] = []
    for notice in notices:
        reason = reason_to_drop(notice, of_notice(session, row, player, notice))
        if reason is None:
            kept.append(notice)
        else:
            notice.status, notice.reason = outbox.DROPPED, reason
    return kept
