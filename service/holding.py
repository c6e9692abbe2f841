"""Who holds a seat: what a change of hands ends, and what the next holder begins with.

In a match that runs a bot plays from that moment on, for itself or until a person who was invited
accepts: the table need not wait, and nobody sees what the seat holds before they hold it.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from engine import match as engine
from engine.record import Holder
from engine.registry import BOTS
from service import due, sealed, seating, stand_ins, table
from service.store import handovers, plans, submissions, substitutes, votes
from service.store.matches import Match, Seat
from service.store.players import Player

STAND_IN = "greedy"  # plays to win, as the seat's holder would


@dataclass(frozen=True)
class Successor:
    """Who is to hold a seat: a player, or a bot."""

    name: str
    player: Player | None
    bot: str | None

    @property
    def player_id(self) -> str | None:
        return None if self.player is None else self.player.id


def stand_in(game: str) -> str:
    """The bot that plays for somebody who has not sat down."""
    return STAND_IN if STAND_IN in BOTS[game] else min(BOTS[game])


def demand_at_rest(row: Match, now: datetime) -> None:
    """A closed phase is resolved first, with what was sealed for it."""
    seating.demand_sound(row)
    sealed.demand_unclosed(row, row.paused_at or now)


def change(session: Session, row: Match, seat: Seat, successor: Successor, now: datetime) -> None:
    """In a match that runs: what the holder had sealed is destroyed, and the log says so much."""
    destroy(session, row, seat)
    _enter(session, row, seat, "bot", now)
    give(session, row, seat, successor)
    due.settle(session, row, row.paused_at or now)


def take(session: Session, row: Match, seat: Seat, now: datetime) -> None:
    """Who was invited sits down where a bot stood in, with nothing that the bot had sealed."""
    demand_at_rest(row, now)
    destroy(session, row, seat)
    _enter(session, row, seat, "person", now)
    seat.bot, seat.due_at = None, None
    asked = substitutes.asked_for(session, row.id, seat.number)
    if asked is not None:
        asked.status, asked.until = substitutes.SEATED, None
    session.flush()
    stand_ins.attend(session, row)
    due.settle(session, row, row.paused_at or now)


def _enter(session: Session, row: Match, seat: Seat, holder: Holder, now: datetime) -> None:
    """The log says to a person or a bot."""
    table.keep(session, row, engine.reseat(table.load(row), seat.number, holder), now)


def destroy(session: Session, row: Match, seat: Seat) -> None:
    """All that the holder has laid down and nobody has seen: whatever is ever added belongs here.

    Emptied, not only marked.
    """
    plans.destroy(session, row.id, seat.number)
    for made in submissions.sealed_by(session, row.id, seat.number):
        made.status = submissions.DESTROYED
        made.body, made.action = b"", None
        made.salt, made.proof = None, None
    if seat.number in row.submitted:  # else a phase that is complete without it stays closed
        row.submitted = [number for number in row.submitted if number != seat.number]
        row.closes_at = None


def release(seat: Seat) -> None:
    """Its tokens are dead, and what its holder had by them belongs to nobody."""
    seat.generation += 1
    seat.renewals, seat.renewed_at = 0, None


def give(session: Session, row: Match, seat: Seat, successor: Successor) -> None:
    """The seat's tokens die with its generation, and its word in whatever waits goes with them."""
    release(seat)
    seat.revision += 1
    seat.name, seat.bot, seat.player_id = successor.name, successor.bot, successor.player_id
    if successor.player is not None and row.status == "running":
        seat.bot = stand_in(row.game)
    seat.nonce, seat.accepted_at, seat.invitations, seat.defaults = None, None, 0, 0
    seat.stand_in, seat.stand_in_until, seat.present = None, None, None
    seat.due_at, seat.remind_at = None, None
    seat.signed_only = False
    seat.status = "accepted" if successor.player is None else "invited"
    _unsay(session, row, seat.number)
    asked = substitutes.asked_for(session, row.id, seat.number)
    if asked is not None:
        asked.status, asked.until = substitutes.PASSED, None
    session.flush()
    stand_ins.attend(session, row)


def _unsay(session: Session, row: Match, number: int) -> None:
    for handover in handovers.waiting_in(session, row.id):
        handover.approvals = [one for one in handover.approvals if one != number]
    for vote in votes.waiting_in(session, row.id):
        vote.agreed = [one for one in vote.agreed if one != number]
        vote.disagreed = [one for one in vote.disagreed if one != number]
