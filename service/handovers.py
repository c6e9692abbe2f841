"""A seat changes hands: before the start at once, after it only as the table lets it.

After the start everyone is told at once, the holder too. It happens when the holder consents, when
all the others at the table do (the host's own seat does not count, and one voice is no vote), or
after a day without objection. See docs/adr/handover.md.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from sqlalchemy.orm import Session

from engine.words import N_
from service import (
    holding,
    invitations,
    limits,
    lobby,
    names,
    notices,
    one_by_one,
    opening,
    players,
    seating,
    starting,
    substitutes,
    tokens,
    voices,
    votes,
)
from service.holding import Successor
from service.hosting import hosted
from service.lobby import Standing
from service.notices import Telling
from service.opening import BotSeat, Guest
from service.refusals import Refusal, say
from service.store import handovers, matches, substitutes as beside
from service.store.database import reading, writing
from service.store.handovers import Handover
from service.store.matches import Match, Seat
from service.store.players import Player
from service.voices import Voter

WAIT = timedelta(hours=24)
LEAST_VOTERS = 2
SWEEP = 100


@dataclass(frozen=True)
class AnySubstitute:
    """The first of those who would step in, and who accepts."""


Wanted: TypeAlias = Guest | BotSeat | AnySubstitute


@dataclass(frozen=True)
class Proposal:
    """A seat that is to change hands, as the table is asked about it."""

    proposal: int
    seat: int
    former: str
    successor: str
    status: str
    effective_at: datetime
    approvals: tuple[int, ...]


def replace(token: tokens.Host, number: int, wanted: Wanted, now: datetime) -> Standing:
    """Give a seat to another; the host never sees a link to it."""
    with hosted(token) as (session, row):
        seat = seating.demand_number(session, row, number)
        if isinstance(wanted, Guest):
            invitations.demand_known_host(session, row)
        successor = _successor(session, row, seat, wanted, now)
        # Counted when asked for: what the table lets happen later must not be refused by a count.
        limits.demand_guests(session, row, 0 if successor.bot else 1, now)
        if row.status == "gathering":
            _install(session, row, seat, successor, now)
            starting.begin_if_ready(session, row, now)
        else:
            asks = isinstance(wanted, AnySubstitute)
            _propose(session, row, seat, successor, now, asks=asks)
        row.revision += 1
        return lobby.standing(session, row)


def _successor(
    session: Session, row: Match, seat: Seat, wanted: Wanted, now: datetime
) -> Successor:
    if isinstance(wanted, AnySubstitute):
        seating.demand_running(row)
        return _first_substitute(session, row)
    others = [one for one in matches.seats_of(session, row.id) if one.number != seat.number]
    if isinstance(wanted, BotSeat):
        opening.demand_bot(row.game, wanted.bot, "bot")
        name = wanted.name or opening.bot_name([one.name for one in others])
        _demand_free(name, others)
        return Successor(name, None, wanted.bot)
    _demand_free(wanted.person.name, others)
    found = players.found_or_made(session, [wanted.person], now)
    player = found[str(wanted.person.address)]
    if player.id in {one.player_id for one in others}:
        players.wrong("address", "same_address", N_("That address holds another seat here."))
    invitations.demand_welcome(session, row, player.id, wanted.person.name)
    return Successor(wanted.person.name, player, None)


def _first_substitute(session: Session, row: Match) -> Successor:
    """Known to the table by name, though another may come to accept; a bot plays meanwhile."""
    waiting = beside.waiting_in(session, row.id)
    if not waiting:
        raise Refusal(
            "conflict", N_("There is no substitute who could be asked."), reason="no_substitutes"
        )
    return Successor(waiting[0].name, None, holding.stand_in(row.game))


def _demand_free(name: str, others: list[Seat]) -> None:
    if names.alike(name, (one.name for one in others)):
        same = say(N_("Another seat is called “{name}”, or nearly so."), name=name)
        players.wrong("name", "same_name", same)


# --- after the start: told, then waited for


def _propose(
    session: Session, row: Match, seat: Seat, successor: Successor, now: datetime, *, asks: bool
) -> None:
    """A newer proposal takes the place of one that waits, and waits its own full time."""
    seating.demand_running(row)
    limits.demand_telling(session, row, now)
    former = handovers.waiting_for(session, row.id, seat.number)
    if former is not None:
        former.status = "stopped"
    made = Handover(
        match_id=row.id,
        seat=seat.number,
        player_id=successor.player_id,
        bot=successor.bot,
        substitutes=asks,
        name=successor.name,
        status="waiting",
        approvals=[],
        proposed_at=now,
        effective_at=now + WAIT,
    )
    session.add(made)
    session.flush()
    _tell(session, row, made, "proposed", now)


def _tell(session: Session, row: Match, handover: Handover, step: str, now: datetime) -> None:
    """All seats, before the seat's row changes: so that its present holder is among them."""
    seat = seating.demand_number(session, row, handover.seat)
    facts = {
        "step": step,
        "handover": handover.called,
        "seat": handover.seat,
        "from": seat.name,
        "to": _successors(session, handover),
        "kind": _kind(handover),
        "effective_at": handover.effective_at.isoformat(),
    }
    cause = f"handover:{handover.id}:{step}"
    everyone = [Telling(number, "handover", cause, facts) for number in range(row.seats)]
    notices.write(session, row, everyone, now)


def _kind(handover: Handover) -> str:
    if handover.substitutes:
        return "substitute"
    return "person" if handover.bot is None else "bot"


def _successors(session: Session, handover: Handover) -> str:
    """By name: the table must know whom it would let in."""
    waiting = beside.waiting_in(session, handover.match_id) if handover.substitutes else []
    return ", ".join(one.name for one in waiting) or handover.name


def consent(token: Voter, number: int, now: datetime) -> Standing:
    """The holder's word is enough; the others' only together."""
    with writing() as session:
        row, handover = _decided_by(session, token, number)
        handover.approvals = sorted({*handover.approvals, token.seat})
        row.revision += 1
        if token.seat == number or _voted(session, row, handover):
            _apply_in_play(session, row, handover, now)
        return lobby.standing(session, row)


def object_to(token: Voter, number: int, now: datetime) -> Standing:
    """Any seat's objection stops it."""
    with writing() as session:
        row, handover = _decided_by(session, token, number)
        handover.status = "stopped"
        row.revision += 1
        _tell(session, row, handover, "stopped", now)
        return lobby.standing(session, row)


def _decided_by(session: Session, token: Voter, number: int) -> tuple[Match, Handover]:
    row = voices.hold(session, token)
    waiting = handovers.waiting_for(session, row.id, number)
    if waiting is None or not voices.means(token, "handover", waiting.called):
        raise Refusal(
            "not_found", say(N_("Nobody has asked to replace seat {number}."), number=number)
        )
    return row, waiting


def look(token: tokens.Voice) -> Proposal:
    """What a seat is asked to have a say in."""
    with reading() as session:
        row = seating.read(session, token.match)
        voices.demand(session, row, token)
        made = voices.proposed(handovers.of_match(session, row.id), token)
        if made is None:
            raise Refusal("not_found", N_("There is no such proposal."))
        return _proposal(session, row, made)


def pending(session: Session, row: Match) -> tuple[Proposal, ...]:
    """What the table of a match is asked, by seats."""
    waiting = handovers.waiting_in(session, row.id) if row.status == "running" else []
    return tuple(_proposal(session, row, one) for one in waiting)


def _proposal(session: Session, row: Match, made: Handover) -> Proposal:
    over = made.status == "waiting" and row.status != "running"
    return Proposal(
        proposal=made.called,
        seat=made.seat,
        former=seating.demand_number(session, row, made.seat).name,
        successor=_successors(session, made),
        status="stopped" if over else made.status,
        effective_at=made.effective_at,
        approvals=tuple(made.approvals),
    )


def _voted(session: Session, row: Match, handover: Handover) -> bool:
    voters = {
        seat.number
        for seat in matches.people_of(session, row.id)
        if seat.player_id != row.host_id and seat.number != handover.seat
    }
    return len(voters) >= LEAST_VOTERS and voters <= set(handover.approvals)


def ripen(now: datetime) -> int:
    """For the sweep: apply what has waited long enough; how many there were."""
    with reading() as session:
        waiting = handovers.ripe(session, now, SWEEP)
    return one_by_one.see_to("handover", waiting, lambda one: _ripened(*one, now))


def _ripened(match_id: str, number: int, now: datetime) -> bool:
    with writing() as session:
        row = matches.locked(session, match_id)
        handover = handovers.waiting_for(session, match_id, number)
        if row is None or handover is None or handover.effective_at > now:
            return False
        if row.status != "running":
            handover.status = "stopped"
            row.revision += 1
            return False
        if _at_rest(row, now):
            return False  # a later sweep finds it
        _apply(session, row, handover, now)
        return handover.status == "done"


# --- the change itself


def _at_rest(row: Match, now: datetime) -> bool:
    """Paused, out of play, or being resolved: no seat changes hands until play goes on."""
    closed = row.closes_at is not None and row.closes_at <= now
    return closed or row.paused_at is not None or row.quarantined_at is not None


def _apply_in_play(session: Session, row: Match, handover: Handover, now: datetime) -> None:
    """At once, or by the first sweep after play goes on; no later for a pause that then ends."""
    if _at_rest(row, now):
        handover.effective_at = min(handover.effective_at, row.paused_at or now)
    else:
        _apply(session, row, handover, now)


def _apply(session: Session, row: Match, handover: Handover, now: datetime) -> None:
    """A person who is invited finds a bot that has played for them until they accept."""
    if not _still_fits(session, row, handover):
        handover.status = "stopped"
        row.revision += 1
        _tell(session, row, handover, "stopped", now)
        return
    handover.status = "done"
    _tell(session, row, handover, "done", now)
    seat = seating.demand_number(session, row, handover.seat)
    player = None if handover.player_id is None else session.get_one(Player, handover.player_id)
    if handover.substitutes:
        holding.change(session, row, seat, substitutes.a_bot(session, row), now)
        substitutes.seek(session, row, seat, now)
    else:
        holding.change(session, row, seat, Successor(handover.name, player, handover.bot), now)
        _invite(session, row, seat, now)
    votes.recount(session, row, now)


def _still_fits(session: Session, row: Match, handover: Handover) -> bool:
    """While it waited, the successor may have taken another seat or had its two letters."""
    if handover.substitutes:
        return beside.count_waiting(session, row.id) > 0
    if handover.player_id is None:
        return True
    if not invitations.has_known_host(session, row):
        return False
    seats = matches.seats_of(session, row.id)
    seated = any(one.player_id == handover.player_id for one in seats)
    return not seated and invitations.welcome(session, row, handover.player_id)


def _install(session: Session, row: Match, seat: Seat, successor: Successor, now: datetime) -> None:
    """Before the start: a bot sits down at once, a person is invited."""
    holding.give(session, row, seat, successor)
    _invite(session, row, seat, now)


def _invite(session: Session, row: Match, seat: Seat, now: datetime) -> None:
    if seat.player_id is not None:
        invitations.invite(session, row, seat, now)
