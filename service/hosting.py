"""The host's tools: change, start, pause, resume, extend, cancel."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy.orm import Session

from engine.words import N_
from service import (
    admission,
    due,
    invitations,
    limits,
    lobby,
    notices,
    pacing,
    sealed,
    seating,
    starting,
    timing,
    tokens,
)
from service.calendars import Window
from service.lobby import Standing
from service.notices import Telling
from service.pacing import Pace
from service.refusals import Refusal, say
from service.store import handovers, matches, plans, votes
from service.store.database import reading, writing
from service.store.matches import Match, Seat
from service.store.players import Player


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
    free_days: tuple[str, ...] | None = None
    window: Window | None = None
    patience: int | None = None
    absence: str | None = None
    cooling: int | None = None
    starts_alone: bool | None = None
    names: Mapping[int, str] = field(default_factory=dict)


def change(token: tokens.Host, wanted: Change, now: datetime) -> Standing:
    with hosted(token) as (session, row):
        pace = _pace(pacing.read(row.pace), wanted)
        if row.status == "running":
            _demand_fair(row, wanted, pace)
        elif _has_guests(session, row):
            pacing.demand_no_faster(pacing.read(row.pace), pace)
            if wanted.cooling is not None:
                pacing.demand_no_less("cooling", row.cooling, wanted.cooling)
        row.public = row.public if wanted.public is None else wanted.public
        row.cooling = row.cooling if wanted.cooling is None else wanted.cooling
        row.pace = pacing.written(pace)
        for number, name in wanted.names.items():
            _rename(session, row, seating.demand_number(session, row, number), name)
        row.revision += 1
        if wanted.starts_alone is not None:
            row.starts_alone = wanted.starts_alone
            starting.begin_if_ready(session, row, now)
        return lobby.standing(session, row)


def _rename(session: Session, row: Match, seat: Seat, name: str) -> None:
    """Who has accepted is known to the table by a name that no host takes from them."""
    if name == seat.name:
        return
    if _is_guest(row, seat):
        raise Refusal(
            "conflict",
            say(N_("{name} has accepted, and nobody else changes their name."), name=seat.name),
            reason="accepted",
            seat=seat.number,
        )
    invitations.rename(session, row, seat, name, f"seats.{seat.number}.name")


def _has_guests(session: Session, row: Match) -> bool:
    """Whether somebody has agreed to what the host offered."""
    return any(_is_guest(row, seat) for seat in matches.seats_of(session, row.id))


def _is_guest(row: Match, seat: Seat) -> bool:
    return seat.status == "accepted" and seat.player_id not in (None, row.host_id)


def _pace(present: Pace, wanted: Change) -> Pace:
    names = ("turn_hours", "sealed_hours", "free_days", "window", "patience", "absence")
    given = {name: getattr(wanted, name) for name in names}
    changed = replace(present, **{name: one for name, one in given.items() if one is not None})
    return present if changed == present else pacing.demand_playable(changed)


def _demand_fair(row: Match, wanted: Change, pace: Pace) -> None:
    """A host that plays gains nothing by being host: a running match only becomes slower."""
    if wanted.cooling is not None or wanted.names or wanted.starts_alone is not None:
        raise Refusal(
            "conflict",
            N_("Once the match has started, only public and a slower pace can be changed."),
            reason="started",
        )
    pacing.demand_no_faster(pacing.read(row.pace), pace)


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
    """The end of a match without an outcome, told to everyone who had accepted it.

    Who never answered is not written to: they never joined, and no count holds such letters.
    """
    with writing() as session:
        row = seating.hold(session, token.match)
        seating.demand_host(row, token)
        if row.status == "finished":
            seating.demand_unfinished(row)
        if row.status != "cancelled":
            call_off(session, row, now)
        return lobby.standing(session, row)


def call_off(session: Session, row: Match, now: datetime, why: str = "host") -> None:
    """By the host, or because the last person has resigned: then the host must be told too."""
    row.status, row.finished_at = "cancelled", now
    row.awaited, row.restless = [], False
    row.closes_at = row.paused_at = None
    due.clear(session, row)
    row.revision += 1
    plans.destroy(session, row.id)
    for handover in handovers.waiting_in(session, row.id):
        handover.status = "stopped"
    for vote in votes.waiting_in(session, row.id):
        vote.status = "stopped"
    for seat in matches.seats_of(session, row.id):
        if seat.player_id is not None and seat.status == "accepted":
            telling = Telling(seat.number, "cancelled", "cancelled", {"why": why})
            notices.tell_player(session, row, seat.player_id, telling, now)
    if why != "host":
        as_host = Telling(None, "cancelled", "cancelled", {"why": why})
        notices.tell_player(session, row, row.host_id, as_host, now)


def pause(token: tokens.Host, now: datetime) -> Standing:
    """Nothing can be done and no deadline comes nearer until the match is resumed."""
    with hosted(token) as (session, row):
        if row.paused_at is None:
            seating.demand_running(row)
            sealed.demand_unclosed(row, now)
            limits.demand_telling(session, row, now)
            timing.pause(session, row, "host", now)
        return lobby.standing(session, row)


def resume(token: tokens.Host, now: datetime) -> Standing:
    """Every moment still to come moves by as long as the pause was.

    It is not counted: there are no more of these than pauses, and a match must not be stuck in one.
    """
    with hosted(token) as (session, row):
        if row.paused_at is not None:
            timing.resume(session, row, "host", now)
        return lobby.standing(session, row)


def extend(token: tokens.Host, hours: int, now: datetime) -> Standing:
    with hosted(token) as (session, row):
        seating.demand_running(row)
        sealed.demand_unclosed(row, now)
        timing.demand_sight(session, row, hours, now)
        limits.demand_telling(session, row, now)
        timing.extend(session, row, hours, "host", now)
        return lobby.standing(session, row)
