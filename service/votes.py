"""The table's say in its match's time: to pause, to go on, to have more of it.

It happens when more than half of the people at the table are for it, whoever hosts. A proposal
lapses after three days, and one for more time with its phase. See docs/adr/table-say.md.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from engine.words import N_
from service import (
    limits,
    lobby,
    notices,
    one_by_one,
    sealed,
    seating,
    timing,
    tokens,
    voices,
)
from service.lobby import Standing
from service.notices import Telling
from service.refusals import Refusal, say
from service.store import matches, votes
from service.store.database import reading, writing
from service.store.matches import Match
from service.store.votes import Vote
from service.voices import Voter

KINDS = ("pause", "resume", "extend")
LASTS = timedelta(hours=72)
LONGEST_EXTENSION = 24 * 14  # hours
SWEEP = 100


@dataclass(frozen=True)
class Asked:
    """A proposal as one seat is asked about it."""

    vote: int
    kind: str
    hours: int
    proposer: str
    status: str
    agreed: int
    needed: int
    said: str | None  # agree or disagree, if this seat has
    lapses_at: datetime


def propose(token: tokens.Seat, kind: str, hours: int | None, now: datetime) -> Standing:
    """Who proposes it is for it: with nobody else at the table it happens at once."""
    with writing() as session:
        row = seating.hold(session, token.match)
        seating.demand_seat(session, row, token)
        _demand_possible(session, row, kind, hours, now)
        _demand_alone(session, row, kind)
        limits.demand_proposing(session, row, token.seat, now)
        made = _made(row, token.seat, kind, hours, now)
        session.add(made)
        session.flush()
        row.revision += 1
        _decide(session, row, made, now)
        if made.status == "waiting":
            _tell(session, row, made, now)
        return lobby.standing(session, row)


def _demand_possible(
    session: Session, row: Match, kind: str, hours: int | None, now: datetime
) -> None:
    if kind == "resume":
        seating.demand_started(row)
        seating.demand_sound(row)
        if row.paused_at is None:
            raise Refusal("conflict", N_("This match is not paused."), reason="not_paused")
        return
    seating.demand_running(row)
    sealed.demand_unclosed(row, now)
    if kind == "extend":
        if hours is None:
            raise Refusal(
                "malformed",
                N_("Say by how many hours the deadline is to move."),
                field="hours",
                reason="no_hours",
            )
        timing.demand_sight(session, row, hours, now)


def _demand_alone(session: Session, row: Match, kind: str) -> None:
    """One of a kind at a time; what nobody can decide any more makes room."""
    open_ = votes.open_in(session, row)
    for waiting in votes.waiting_in(session, row.id):
        if waiting.kind == kind and waiting not in open_:
            waiting.status = "lapsed"
    for waiting in open_:
        if waiting.kind == kind:
            raise Refusal(
                "conflict",
                N_("The table is asked that already: agree or disagree."),
                reason="already_proposed",
                vote=waiting.called,
            )


def _made(row: Match, seat: int, kind: str, hours: int | None, now: datetime) -> Vote:
    return Vote(
        match_id=row.id,
        kind=kind,
        hours=hours if kind == "extend" else None,
        phase=row.phase if kind == "extend" else None,
        seat=seat,
        status="waiting",
        agreed=[seat],
        disagreed=[],
        proposed_at=now,
        lapses_at=now + LASTS,
    )


def _tell(session: Session, row: Match, vote: Vote, now: datetime) -> None:
    """Every seat but the one that asks."""
    facts = {
        "step": "proposed",
        "vote": vote.called,
        "kind": vote.kind,
        "hours": vote.hours,
        "phase": vote.phase,
        "name": seating.demand_number(session, row, vote.seat).name,
        "lapses_at": vote.lapses_at.isoformat(),
    }
    others = (number for number in range(row.seats) if number != vote.seat)
    told = [Telling(number, "vote", f"vote:{vote.id}", facts) for number in others]
    notices.write(session, row, told, now)


# --- what the seats say


def agree(token: Voter, number: int, now: datetime) -> Standing:
    return _say(token, number, now, agrees=True)


def disagree(token: Voter, number: int, now: datetime) -> Standing:
    return _say(token, number, now, agrees=False)


def _say(token: Voter, number: int, now: datetime, *, agrees: bool) -> Standing:
    """The last word of a seat counts, until it is decided."""
    with writing() as session:
        row = voices.hold(session, token)
        vote = _demand_open(session, row, token, number, now)
        agreed, disagreed = set(vote.agreed) - {token.seat}, set(vote.disagreed) - {token.seat}
        (agreed if agrees else disagreed).add(token.seat)
        vote.agreed, vote.disagreed = sorted(agreed), sorted(disagreed)
        row.revision += 1
        _decide(session, row, vote, now)
        return lobby.standing(session, row)


def _demand_open(session: Session, row: Match, token: Voter, number: int, now: datetime) -> Vote:
    found = next((one for one in votes.open_in(session, row) if one.called == number), None)
    if found is None or found.lapses_at <= now or not voices.means(token, "vote", number):
        raise Refusal("not_found", say(N_("There is no vote {number} to decide."), number=number))
    return found


def _decide(session: Session, row: Match, vote: Vote, now: datetime) -> None:
    """As soon as no other word could change it."""
    people = {seat.number for seat in matches.people_of(session, row.id)}
    if 2 * len(people & set(vote.agreed)) > len(people):
        _do(session, row, vote, now)
        vote.status = "done"
    elif 2 * len(people - set(vote.disagreed)) <= len(people):
        vote.status = "stopped"


def _do(session: Session, row: Match, vote: Vote, now: datetime) -> None:
    """While a phase is being resolved nothing is paused: who speaks then asks again."""
    seating.demand_sound(row)
    if vote.kind == "resume":
        timing.resume(session, row, "vote", now)
        return
    sealed.demand_unclosed(row, row.paused_at or now)
    if vote.kind == "pause":
        timing.pause(session, row, "vote", now)
    else:
        timing.extend(session, row, vote.hours or 0, "vote", now)


def recount(session: Session, row: Match, now: datetime) -> None:
    """When somebody has left the table: fewer may be more than half."""
    for vote in votes.open_in(session, row):
        with suppress(Refusal):  # it waits on, and is looked at with the next word
            _decide(session, row, vote, now)


# --- looking, and the end of waiting


def look(token: tokens.Voice) -> Asked:
    with reading() as session:
        row = seating.read(session, token.match)
        voices.demand(session, row, token)
        vote = voices.proposed(votes.of_match(session, row.id), token)
        if vote is None:
            raise Refusal("not_found", N_("There is no such proposal."))
        waits = vote.status == "waiting"
        still = waits and vote in votes.open_in(session, row)
        people = matches.people_of(session, row.id)
        return Asked(
            vote=vote.called,
            kind=vote.kind,
            hours=vote.hours or 0,
            proposer=seating.demand_number(session, row, vote.seat).name,
            status="lapsed" if waits and not still else vote.status,
            agreed=sum(one.number in vote.agreed for one in people),
            needed=lobby.majority(len(people)),
            said=_said(vote, token.seat),
            lapses_at=vote.lapses_at,
        )


def _said(vote: Vote, seat: int) -> str | None:
    if seat in vote.agreed:
        return "agree"
    return "disagree" if seat in vote.disagreed else None


def lapse(now: datetime) -> int:
    """For the sweep: end what nobody has decided in time; how many there were."""
    with reading() as session:
        found = votes.overdue(session, now, SWEEP)
    return one_by_one.see_to("vote", found, lambda one: _lapsed(*one, now))


def _lapsed(match_id: str, number: int, now: datetime) -> bool:
    with writing() as session:
        row = matches.locked(session, match_id)
        vote = session.get(Vote, number)
        if row is None or vote is None or vote.status != "waiting" or vote.lapses_at > now:
            return False
        vote.status = "lapsed"
        row.revision += 1
        return True
