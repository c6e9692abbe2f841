"""The link of a person's own page, by letter alone: it opens all that they hold.

Who asks has a link to one match, and may have found it: so the link goes to the stored address.
"""

from datetime import datetime

from sqlalchemy.orm import Session

from service import bell, limits, notices, seating, tokens
from service.notices import Telling
from service.store.database import writing
from service.store.matches import Match
from service.store.players import Player


def ask(token: tokens.Seat | tokens.Host, now: datetime) -> None:
    """One letter to the stored address. Who asks too often is told the same, and nothing leaves."""
    with writing() as session:
        row = seating.hold(session, token.match)
        player_id, seat = _holder(session, row, token)
        player = session.get_one(Player, player_id) if player_id is not None else None
        if player is None or not limits.may_ask_for_page(session, player, now):
            return
        telling = Telling(seat, "player_link", f"page:{now.isoformat()}")
        notices.tell_player(session, row, player.id, telling, now)
        bell.ring_after(session, "post.deliver", match_id=row.id)


def _holder(
    session: Session, row: Match, token: tokens.Seat | tokens.Host
) -> tuple[str | None, int | None]:
    if isinstance(token, tokens.Host):
        seating.demand_host(row, token)
        return row.host_id, None
    chair = seating.demand_seat(session, row, token)
    return chair.player_id, chair.number
