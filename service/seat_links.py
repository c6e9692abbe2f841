"""A seat's own link, sent by letter: whoever asks for it has to read the holder's mailbox."""

from datetime import datetime

from service import limits, notices, seating
from service.notices import Telling
from service.store.database import writing


def ask(token: seating.Actor, now: datetime) -> None:
    """One letter to the stored address. Who asks too often is told the same, and nothing leaves."""
    with writing() as session:
        row = seating.hold(session, token.match)
        chair = seating.demand_seat(session, row, token)
        seating.demand_phase(row, token)
        if chair.player_id is None or not limits.may_ask_for_link(
            session, row, chair.number, chair.generation, now
        ):
            return
        telling = Telling(chair.number, "seat_link", f"link:{now.isoformat()}")
        notices.tell_player(session, row, chair.player_id, telling, now)
