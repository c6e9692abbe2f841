"""The host's tools: change, start, pause, resume, extend, cancel."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from engine.words import N_
from service import (
    admission,
    invitations,
    limits,
    lobby,
    notices,
    sealed,
    seating,
    starting,
    table,
    tokens,
)
from service.lobby import Standing
from service.notices import Telling
from service.refusals import Refusal, say
from service.store import handovers, matches
from service.store.database import reading, writing
from service.store.matches import Match
from service.store.players import Player

MOST_DAYS_AHEAD = 60  # that a deadline may lie in the future


@contextmanager
def hosted(token: tokens.Host) -> Iterator[tuple[Session, Match]]:
    """One transaction on a match, for its host: the match locked first and not over."""
    with writing() as session:
        row = seating.hold(session, token.match)
        seating.demand_host(row, token)
        seating.demand_unfinished(row)
        yield session, row


@dataclass(frozen=True)
class Change:
    """What is to be otherwise; None leaves it as it is."""

    public: bool | None = None
    turn_hours: int | None = None
    sealed_hours: int | None = None
    cooling: int | None = None
    starts_alone: bool | None = None
    names: Mapping[int, str] = field(default_factory=dict)


def change(token: tokens.Host, wanted: Change, now: datetime) -> Standing:
    with hosted(token) as (session, row):
        if row.status == "running":
            _demand_fair(row, wanted)
        row.public = row.public if wanted.public is None else wanted.public
        row.cooling = row.cooling if wanted.cooling is None else wanted.cooling
        row.pace = {**row.pace, **_pace(wanted)}
        for number, name in wanted.names.items():
            seat = seating.demand_number(session, row, number)
            invitations.rename(session, row, seat, name, f"seats.{number}.name")
        row.revision += 1
        if wanted.starts_alone is not None:
            row.starts_alone = wanted.starts_alone
            starting.begin_if_ready(session, row, now)
        return lobby.standing(session, row)


def _pace(wanted: Change) -> dict[str, int]:
    given = {"turn_hours": wanted.turn_hours, "sealed_hours": wanted.sealed_hours}
    return {name: hours for name, hours in given.items() if hours is not None}


def _demand_fair(row: Match, wanted: Change) -> None:
    """A host that plays gains nothing by being host: a running match only becomes slower."""
    if wanted.cooling is not None or wanted.names or wanted.starts_alone is not None:
        raise Refusal(
            "conflict",
            N_("Once the match has started, only public and a slower pace can be changed."),
            reason="started",
        )
    for name, hours in _pace(wanted).items():
        if hours < row.pace[name]:
            raise Refusal(
                "conflict",
                say(N_("Once the match has started, {name} can only grow."), name=name),
                reason="faster",
                least=row.pace[name],
            )


def look(token: tokens.Host) -> Standing:
    """Where the match stands, for who may run it."""
    with reading() as session:
        row = seating.read(session, token.match)
        seating.demand_host(row, token)
        return lobby.standing(session, row)


def own_seat(token: tokens.Host) -> str | None:
    """The key to the seat that the host itself holds, if it does."""
    with reading() as session:
        row = seating.read(session, token.match)
        seating.demand_host(row, token)
        return admission.of_host(session, row, session.get_one(Player, row.host_id)).seat_token


def start(token: tokens.Host, now: datetime) -> Standing:
    """For a match that waits for its host's word; one that runs already is left as it is."""
    with hosted(token) as (session, row):
        if row.status == "gathering":
            starting.begin(session, row, now)
        return lobby.standing(session, row)


def cancel(token: tokens.Host, now: datetime) -> Standing:
    """The end of a match without an outcome, told to everyone who was ever written to."""
    with writing() as session:
        row = seating.hold(session, token.match)
        seating.demand_host(row, token)
        if row.status == "finished":
            seating.demand_unfinished(row)
        if row.status != "cancelled":
            _cancel(session, row, now)
        return lobby.standing(session, row)


def _cancel(session: Session, row: Match, now: datetime) -> None:
    row.status, row.finished_at = "cancelled", now
    row.awaited, row.restless = [], False
    row.due_at = row.closes_at = row.paused_at = None
    row.revision += 1
    for waiting in handovers.waiting_in(session, row.id):
        waiting.status = "stopped"
    for seat in matches.seats_of(session, row.id):
        if seat.player_id is not None and seat.status != "declined":
            telling = Telling(seat.number, "cancelled", "cancelled")
            notices.tell_player(session, row, seat.player_id, telling, now)
    table.ring(session, row)


def pause(token: tokens.Host, now: datetime) -> Standing:
    """Nothing can be done and no deadline comes nearer until the match is resumed."""
    with hosted(token) as (session, row):
        if row.paused_at is None:
            seating.demand_running(row)
            sealed.demand_unclosed(row, now)
            limits.demand_telling(session, row, now)
            row.paused_at = now
            _tell(session, row, "paused", now)
        return lobby.standing(session, row)


def resume(token: tokens.Host, now: datetime) -> Standing:
    """Every moment still to come moves by as long as the pause was.

    It is not counted: there are no more of these than pauses, and a match must not be stuck in one.
    """
    with hosted(token) as (session, row):
        if row.paused_at is not None:
            away = now - row.paused_at
            row.due_at = None if row.due_at is None else row.due_at + away
            row.closes_at = None if row.closes_at is None else row.closes_at + away
            for waiting in handovers.waiting_in(session, row.id):
                if waiting.effective_at > row.paused_at:  # else its time was over before
                    waiting.effective_at += away
            row.paused_at = None
            _tell(session, row, "resumed", now)
        return lobby.standing(session, row)


def extend(token: tokens.Host, hours: int, now: datetime) -> Standing:
    with hosted(token) as (session, row):
        seating.demand_running(row)
        sealed.demand_unclosed(row, now)
        if row.due_at is None:
            raise Refusal("conflict", N_("This match has no deadline now."), reason="no_deadline")
        later = row.due_at + timedelta(hours=hours)
        if later > now + timedelta(days=MOST_DAYS_AHEAD):
            raise Refusal(
                "conflict",
                say(N_("A deadline can be at most {days} days ahead."), days=MOST_DAYS_AHEAD),
                reason="too_far",
                due_at=row.due_at.isoformat(),
            )
        limits.demand_telling(session, row, now)
        row.due_at = later
        _tell(session, row, "extended", now)
        return lobby.standing(session, row)


def _tell(session: Session, row: Match, kind: str, now: datetime) -> None:
    row.revision += 1
    cause = f"{kind}:{row.revision}"
    facts = {"due_at": None if row.due_at is None else row.due_at.isoformat()}
    everyone = [Telling(seat, kind, cause, facts) for seat in range(row.seats)]
    notices.write(session, row, everyone, now)
    table.ring(session, row)
