"""Laying down what is to be done without asking: plans and preferences, by their seat alone."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from engine import codec
from engine.game import Value
from engine.match import Match as Played
from engine.words import ENGLISH, N_, Tongue
from service import looking, plans, preferences, sealed, seating, stand_ins, table, tokens
from service.plans import Change, Laid, Otherwise, Plan, Step
from service.refusals import Refusal
from service.rehearsal import Foreseen, Rehearsal
from service.sent import Sent
from service.store.database import reading, writing
from service.store.matches import Match, Seat


@dataclass(frozen=True)
class StepSeen:
    """A step as its owner sees it, with what it would do as the table stands."""

    phase: str
    action: dict[str, Any]
    text: str
    otherwise: Otherwise
    most_points: int
    points: int | None  # that it would give away now; None: it cannot be played, or foreseen
    refusal: str | None
    foreseen: bool
    sentences: list[str]


@dataclass(frozen=True)
class Own:
    """A seat's own plan; `revision` tells whether it is still the one that was looked at."""

    revision: int
    stopped: str | None
    steps: list[StepSeen]
    plan: Plan


def look(token: seating.Actor, tongue: Tongue = ENGLISH) -> Own:
    with reading() as session:
        row = seating.read(session, token.match)
        number = seating.demand_seat(session, row, token).number
        seating.demand_phase(row, token)
        seat = seating.demand_number(session, row, number)
        found = own_of(session, row, seat, tongue)
        if not found.steps:
            raise Refusal("not_found", N_("This seat has laid down no plan."))
        return found


def own_of(session: Session, row: Match, seat: Seat, tongue: Tongue = ENGLISH) -> Own:
    """For who has the rows already: a page."""
    played = table.load(row)
    plan = plans.of_seat(session, row, seat.number) or Plan(())
    return _seen(row, played, seat, plans.live(played, seat.number, plan), tongue)


def _seen(row: Match, played: Played[Any], seat: Seat, plan: Plan, tongue: Tongue) -> Own:
    rehearsal = Rehearsal(played.game, played.state, seat.number)
    steps = [
        _step_seen(row, played, seat.number, step, rehearsal.play(step.action, step.phase), tongue)
        for step in plan.steps
    ]
    return Own(seat.revision, plan.stopped, steps, plan)


def _step_seen(
    row: Match, played: Played[Any], seat: int, step: Step, foreseen: Foreseen, tongue: Tongue
) -> StepSeen:
    game, state = played.game, played.state
    refusal = None
    if foreseen.refusal is not None:
        refusal = table.refused(row, foreseen.refusal, game.view(state, seat)).said(tongue)
    return StepSeen(
        phase=str(step.phase),
        action=codec.write(type(step.action), step.action),
        text=game.say(state, step.action),
        otherwise=step.laid.otherwise,
        most_points=step.most_points,
        points=None if foreseen.stake is None else foreseen.stake.points,
        refusal=refusal,
        foreseen=foreseen.told,
        sentences=list(looking.sentences(played, seat, foreseen.events, tongue)),
    )


# --- changing


@contextmanager
def _changing(
    token: seating.Actor, now: datetime, *, acts: bool = True
) -> Iterator[tuple[Session, Match, Seat]]:
    """The match held; nothing of it changes that anyone else could see."""
    with writing() as session:
        row = seating.hold(session, token.match)
        chair = seating.demand_seat(session, row, token)
        if acts:
            seating.demand_signed(chair, token)
        number = chair.number
        seating.demand_running(row)
        seating.demand_phase(row, token)
        sealed.demand_unclosed(row, now)
        seat = seating.demand_number(session, row, number)
        yield session, row, seat
        _settle(session, row, seat)


def _settle(session: Session, row: Match, seat: Seat) -> None:
    seat.revision += 1
    session.flush()
    stand_ins.attend(session, row, anew=seat.number)


def lay(
    token: seating.Actor,
    sent: Sent,
    laid: Sequence[Laid],
    now: datetime,
    revision: int | None = None,
    tongue: Tongue = ENGLISH,
) -> Own:
    """A plan in place of the one before; if the seat is awaited, it begins at once."""
    with _changing(token, now) as (session, row, seat):
        _demand_revision(seat, revision)
        played = table.load(row)
        before = plans.laid_anew(_changes(session, row, seat))
        read = plans.read(row, played, seat.number, laid, linked=_linked(token))
        plan = replace(read, changes=_noted(before, token, now))
        plans.keep(session, row, seat.number, plan, sent, now)
        return replace(_seen(row, played, seat, plan, tongue), revision=seat.revision + 1)


def add(token: seating.Actor, sent: Sent, step: Laid, revision: int, now: datetime) -> None:
    """One step more at the end."""
    with _changing(token, now) as (session, row, seat):
        _demand_revision(seat, revision)
        _relay(session, row, seat, [*_laid(session, row, seat), step], sent, token, now)


def rearrange(
    token: seating.Actor,
    sent: Sent,
    order: Sequence[tuple[int, Otherwise]],
    revision: int,
    now: datetime,
) -> None:
    """These of the present steps, in this order; a plan that had stopped goes on."""
    with _changing(token, now) as (session, row, seat):
        _demand_revision(seat, revision)
        laid = _laid(session, row, seat)
        if any(not 0 <= number < len(laid) for number, _ in order):
            raise Refusal("malformed", N_("The plan has no such step."))
        wanted = [replace(laid[number], otherwise=otherwise) for number, otherwise in order]
        _relay(session, row, seat, wanted, sent, token, now)


def _laid(session: Session, row: Match, seat: Seat) -> list[Laid]:
    """The present steps, each fixed to what it was read as."""
    plan = plans.of_seat(session, row, seat.number) or Plan(())
    live = plans.live(table.load(row), seat.number, plan)
    return [
        replace(
            step.laid,
            given={"action": codec.write(type(step.action), step.action)},
            phase=str(step.phase),
        )
        for step in live.steps
    ]


def _relay(
    session: Session,
    row: Match,
    seat: Seat,
    laid: list[Laid],
    sent: Sent,
    token: seating.Actor,
    now: datetime,
) -> None:
    if len(laid) > plans.MOST_STEPS:
        raise Refusal("illegal", N_("A plan has 30 steps at most."), reason="long_plan")
    if not laid:
        _throw_away(session, row, seat, token, now)
        return
    plan = plans.read(row, table.load(row), seat.number, laid, linked=_linked(token))
    changes = _noted(_changes(session, row, seat), token, now)
    plans.keep(session, row, seat.number, replace(plan, changes=changes), sent, now)


def _linked(token: seating.Actor | tokens.Drop) -> bool:
    return isinstance(token, tokens.Turn)


def _changes(session: Session, row: Match, seat: Seat) -> tuple[Change, ...]:
    plan = plans.of_seat(session, row, seat.number)
    return () if plan is None else plan.changes


def _noted(
    changes: tuple[Change, ...], token: seating.Actor | tokens.Drop, now: datetime
) -> tuple[Change, ...]:
    """What a phase's link does is told; what the seat's own does is its holder's."""
    if not isinstance(token, tokens.Turn):
        return changes
    return plans.with_change(changes, Change(token.phase, now))


# --- throwing away


def withdraw(token: seating.Actor, now: datetime) -> None:
    """Also by a seat that has bound itself to its keys since: no token acts by it."""
    with _changing(token, now, acts=False) as (session, row, seat):
        plan = plans.of_seat(session, row, seat.number)
        if plan is None or not plan.steps:
            raise Refusal("not_found", N_("This seat has laid down no plan."))
        _throw_away(session, row, seat, token, now)


def _throw_away(
    session: Session, row: Match, seat: Seat, token: seating.Actor | tokens.Drop, now: datetime
) -> None:
    """What links did is kept until it is told."""
    changes = plans.laid_anew(_noted(_changes(session, row, seat), token, now))
    if changes:
        plans.keep_changes(session, row, seat.number, changes)
    else:
        plans.drop(session, row, seat.number)


def drop(token: tokens.Drop, now: datetime) -> None:
    """By a letter's button, at any time: it does nothing but leave the seat to its holder."""
    with writing() as session:
        row, seat = _told(session, seating.hold(session, token.match), token)
        plan = plans.of_seat(session, row, seat.number)
        if plan is not None and plan.stands_by(token.phase):
            _throw_away(session, row, seat, token, now)
            _settle(session, row, seat)


def has_something_to_drop(token: tokens.Drop) -> bool:
    """Whether anything is left to be played of what the letter told."""
    with reading() as session:
        row, seat = _told(session, seating.read(session, token.match), token)
        plan = plans.of_seat(session, row, seat.number)
        return plan is not None and plan.stands_by(token.phase)


def _told(session: Session, row: Match, token: tokens.Drop) -> tuple[Match, Seat]:
    seating.demand_unfinished(row)
    whole = tokens.Seat(token.match, token.seat, token.generation)
    number = seating.demand_seat(session, row, whole).number
    return row, seating.demand_number(session, row, number)


def _demand_revision(seat: Seat, revision: int | None) -> None:
    """A step may have been played since the plan was looked at: it must not be played again."""
    if revision is not None and revision != seat.revision:
        raise Refusal(
            "stale",
            N_("Your plan is not as you saw it any more: look at it once more."),
            reason="plan_changed",
            revision=seat.revision,
        )


# --- preferences


def my_preferences(token: tokens.Seat) -> dict[str, Value]:
    with reading() as session:
        row = seating.read(session, token.match)
        seat = seating.demand_seat(session, row, token)
        return preferences.of_seat(session, row, seat.number)


def prefer(token: tokens.Seat, given: Mapping[str, Value], now: datetime) -> dict[str, Value]:
    """What is not named is asked as ever; if the seat is awaited, it counts at once."""
    with _changing(token, now) as (session, row, seat):
        wanted = preferences.read(row, given)
        preferences.keep(session, row, seat.number, wanted)
        return wanted
