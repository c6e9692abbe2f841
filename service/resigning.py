"""A seat resigns: its place is offered to substitutes, and a bot plays it meanwhile or for good.

Bots finish a match as long as a person is left in it; with the last one it is called off.
"""

from datetime import datetime

from sqlalchemy.orm import Session

from service import holding, hosting, lobby, notices, seating, substitutes, tokens, votes
from service.lobby import Standing
from service.notices import Telling
from service.store import handovers, matches, substitutes as rows
from service.store.database import writing
from service.store.matches import Match, Seat


def resign(token: tokens.Seat, now: datetime) -> Standing:
    """At once, also in a pause: nobody is kept at a table."""
    with writing() as session:
        row = seating.hold(session, token.match)
        seating.demand_seat(session, row, token)
        seating.demand_started(row)
        holding.demand_at_rest(row, now)
        leave(session, row, seating.demand_number(session, row, token.seat), now)
        return lobby.standing(session, row)


def leave(session: Session, row: Match, seat: Seat, now: datetime) -> None:
    """For who has locked a match that runs and is at rest."""
    if any(one.number != seat.number for one in matches.people_of(session, row.id)):
        _leave(session, row, seat, now)
    else:
        hosting.call_off(session, row, now, "resigned")


def _leave(session: Session, row: Match, seat: Seat, now: datetime) -> None:
    waiting = handovers.waiting_for(session, row.id, seat.number)
    if waiting is not None:
        waiting.status = "stopped"
    bot = substitutes.a_bot(session, row)
    _tell(session, row, seat, bot.name, now)
    holding.change(session, row, seat, bot, now)
    substitutes.seek(session, row, seat, now)
    votes.recount(session, row, now)
    row.revision += 1


def _tell(session: Session, row: Match, seat: Seat, bot: str, now: datetime) -> None:
    """Everyone, who resigns too: before the seat's row changes."""
    facts = {
        "step": "resigned",
        "seat": seat.number,
        "from": seat.name,
        "to": bot,
        "kind": "substitute" if rows.count_waiting(session, row.id) else "bot",
    }
    cause = f"resigned:{seat.number}:{seat.holder}"
    everyone = [Telling(number, "handover", cause, facts) for number in range(row.seats)]
    notices.write(session, row, everyone, now)
    as_host = Telling(None, "handover", cause, facts)
    notices.tell_player(session, row, row.host_id, as_host, now)
