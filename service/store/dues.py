"""Who is due: the people at tables in play, whether their time runs, and where each was opened."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import and_, false, func, not_, or_, select
from sqlalchemy.orm import Session, aliased

from service.store import outbox
from service.store.letters import Letter, Notice
from service.store.matches import Match, Seat, in_play
from service.store.players import Player

GONE = (outbox.SENT, outbox.BOUNCED, outbox.DROPPED)  # on its way, or nobody wants it any more


@dataclass(frozen=True)
class Sitter:
    """A person who has sat down; without an address they play in their browser only."""

    match: str
    seat: int
    player: str
    address: str | None
    due: bool  # its time runs
    opened_from: str | None
    host: str
    host_address: str | None


def people(session: Session) -> list[Sitter]:
    """At all tables in play; who is only invited is not there yet."""
    host = aliased(Player)
    query = (
        select(
            Seat.match_id,
            Seat.number,
            Seat.player_id,
            Player.address,
            and_(Seat.due_at.is_not(None), Seat.stand_in.is_(None)).label("timed"),
            Match.awaited,
            Match.submitted,
            Match.opened_from,
            Match.host_id,
            host.address.label("host_address"),
        )
        .join(Match, Match.id == Seat.match_id)
        .join(Player, Player.id == Seat.player_id)
        .join(host, host.id == Match.host_id)
        .where(Match.status == "running", in_play(), Seat.status == "accepted", Seat.bot.is_(None))
    )
    return [
        Sitter(
            match=row.match_id,
            seat=row.number,
            player=row.player_id,
            address=row.address,
            due=row.timed and row.number in row.awaited and row.number not in row.submitted,
            opened_from=row.opened_from,
            host=row.host_id,
            host_address=row.host_address,
        )
        for row in session.execute(query)
    ]


def untold(session: Session, match_ids: Collection[str]) -> set[tuple[str, str]]:
    """Matches and players whose newest letter that it is their turn has not left.

    Whose mailbox is known to refuse letters was written to.
    """
    newest = (
        select(func.max(Notice.id))
        .where(Notice.match_id.in_(match_ids), Notice.kind == "your_turn")
        .group_by(Notice.match_id, Notice.player_id)
    )
    left = or_(Notice.status == outbox.DROPPED, Letter.status.in_(GONE), Player.fault.is_not(None))
    query = (
        select(Notice.match_id, Notice.player_id)
        .join(Player, Player.id == Notice.player_id)
        .outerjoin(Letter, Letter.id == Notice.letter_id)
        .where(Notice.id.in_(newest), not_(func.coalesce(left, false())))
    )
    return {(match_id, player_id) for match_id, player_id in session.execute(query)}
