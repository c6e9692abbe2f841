"""Substitutes: named by the host, and asked one after the other once a seat falls free.

Until one of them has accepted a bot plays, and nobody sees what the seat holds.
See docs/adr/table-say.md.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from engine.words import N_
from service import (
    holding,
    invitations,
    limits,
    names,
    one_by_one,
    opening,
    players,
    seating,
    tokens,
)
from service.holding import Successor
from service.hosting import hosted
from service.players import Person
from service.refusals import Refusal, say
from service.store import handovers, matches, substitutes
from service.store.database import reading, writing
from service.store.matches import Match, Seat
from service.store.players import Player
from service.store.substitutes import Substitute

WAIT = timedelta(hours=48)
SWEEP = 100


@dataclass(frozen=True)
class Named:
    """A substitute as its host knows them; whether letters are wanted is nobody's business."""

    substitute: int
    name: str
    status: str
    seat: int | None
    until: datetime | None


# --- for the host


def listed(token: tokens.Host) -> list[Named]:
    with reading() as session:
        row = seating.read(session, token.match)
        seating.demand_host(row, token)
        return _listed(session, row)


def _listed(session: Session, row: Match) -> list[Named]:
    found = substitutes.of_match(session, row.id)
    return [Named(one.called, one.name, one.status, one.seat, one.until) for one in found]


def add(token: tokens.Host, person: Person, now: datetime) -> list[Named]:
    """No letter leaves before a seat is free; it is counted now, like an invitation."""
    with hosted(token) as (session, row):
        invitations.demand_known_host(session, row)
        known = substitutes.of_match(session, row.id)
        if len(known) >= opening.MOST_SUBSTITUTES:
            raise Refusal(
                "conflict",
                say(
                    N_("A match can have at most {most} substitutes."),
                    most=opening.MOST_SUBSTITUTES,
                ),
                reason="substitutes_enough",
            )
        _demand_nobody_asked(session, row)
        _demand_name(session, row, person.name, known)
        player = players.found_or_made(session, [person], now)[str(person.address)]
        _demand_new(session, row, player, known)
        limits.demand_guests(session, row, 1, now)
        session.add(opening.substitute(row, player, person.name, now))
        session.flush()
        row.revision += 1
        return _listed(session, row)


def _demand_nobody_asked(session: Session, row: Match) -> None:
    """The table knows who would step in before a seat is free: nobody is put in later."""
    proposed = any(one.substitutes for one in handovers.waiting_in(session, row.id))
    if proposed or substitutes.asked_in(session, row.id):
        raise Refusal(
            "conflict",
            N_("A seat is being offered: until it is taken, nobody can be added."),
            reason="seat_on_offer",
        )


def _demand_name(session: Session, row: Match, name: str, known: list[Substitute]) -> None:
    seated = [one.name for one in matches.seats_of(session, row.id)]
    if names.alike(name, (*seated, *(one.name for one in known))):
        same = say(N_("Another seat is called “{name}”, or nearly so."), name=name)
        players.wrong("name", "same_name", same)


def _demand_new(session: Session, row: Match, player: Player, known: list[Substitute]) -> None:
    seated = {one.player_id for one in matches.seats_of(session, row.id)}
    if player.id in seated | {one.player_id for one in known}:
        players.wrong("address", "same_address", N_("That address has a place here already."))


def strike(token: tokens.Host, number: int) -> list[Named]:
    """Take a name off the list; who has been asked keeps the time to answer."""
    with hosted(token) as (session, row):
        found = next(
            (one for one in substitutes.of_match(session, row.id) if one.called == number), None
        )
        if found is None:
            raise Refusal(
                "not_found", say(N_("This match has no substitute {number}."), number=number)
            )
        if found.status in (substitutes.ASKED, substitutes.SEATED):
            raise Refusal(
                "conflict", say(N_("{name} has been asked."), name=found.name), reason="asked"
            )
        session.delete(found)
        session.flush()
        row.revision += 1
        return _listed(session, row)


# --- once a seat is free


def seek(session: Session, row: Match, seat: Seat, now: datetime) -> bool:
    """Invite the first who can still be invited; whether there was one."""
    for one in substitutes.waiting_in(session, row.id):
        if not _fits(session, row, seat, one):
            one.status = substitutes.PASSED
            continue
        player = session.get_one(Player, one.player_id)
        holding.give(session, row, seat, Successor(one.name, player, None))
        one.status, one.seat, one.until = substitutes.ASKED, seat.number, now + WAIT
        invitations.invite(session, row, seat, now, one.until)
        return True
    return False


def _fits(session: Session, row: Match, seat: Seat, one: Substitute) -> bool:
    """While they waited they may have taken a seat, or somebody at the table their name."""
    others = [other for other in matches.seats_of(session, row.id) if other.number != seat.number]
    taken = [other.name for other in others]
    seated = any(other.player_id == one.player_id for other in others)
    known = invitations.has_known_host(session, row)
    free = not seated and not names.alike(one.name, taken)
    return known and free and invitations.welcome(session, row, one.player_id)


def a_bot(session: Session, row: Match) -> Successor:
    """The bot that holds a seat which nobody takes."""
    taken = [one.name for one in matches.seats_of(session, row.id)]
    return Successor(opening.bot_name(taken), None, holding.stand_in(row.game))


def go_on(now: datetime) -> int:
    """For the sweep: where the time to answer is over, the next is asked; how many there were."""
    with reading() as session:
        found = substitutes.overdue(session, now, SWEEP)
    return one_by_one.see_to("substitute", found, lambda one: _gone_on(*one, now))


def _gone_on(match_id: str, number: int, now: datetime) -> bool:
    """With nobody left to ask, the bot that stood in holds the seat."""
    with writing() as session:
        row = matches.locked(session, match_id)
        one = session.get(Substitute, number)
        if row is None or one is None or not _overdue(row, one, now):
            return False
        seat = seating.demand_number(session, row, one.seat or 0)
        answered = seat.status == "declined"
        one.status = substitutes.DECLINED if answered else substitutes.SILENT
        one.until = None
        row.revision += 1
        if row.status != "running":
            return False
        if not seek(session, row, seat, now):
            holding.give(session, row, seat, a_bot(session, row))
        return True


def _overdue(row: Match, one: Substitute, now: datetime) -> bool:
    stopped = row.paused_at is not None or row.quarantined_at is not None
    due = one.until is not None and one.until <= now
    return due and not stopped and one.status == substitutes.ASKED
