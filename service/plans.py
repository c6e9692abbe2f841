"""A seat's plan: read when it is laid down, kept where nobody reads it, played step by step.

A step is played only while it means what it meant to its owner: see docs/adr/plans.md.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy.orm import Session

from engine import codec, spoken
from engine.errors import Refusal as Said
from engine.game import Game, Phase, Stake
from engine.match import Match as Played
from engine.words import N_
from service import notices, table, vault
from service.notices import Telling
from service.refusals import Refusal, say
from service.rehearsal import Rehearsal
from service.sent import Sent
from service.store import plans as rows
from service.store.held import AnyMatch
from service.store.matches import Match, Seat
from service.store.plans import PlanRow

MOST_STEPS: Final = 30
MOST_BYTES: Final = 1 << 15  # every plan is kept as one so long
MOST_POINTS: Final = 99
MOST_CHANGES: Final = 8  # by links that are remembered, the newest: a round has fewer phases
Otherwise: TypeAlias = Literal["stop", "pass", "skip"]
Reason: TypeAlias = Literal["illegal", "points", "changed"]


@dataclass(frozen=True)
class Laid:
    """A step as it is laid down: an action as JSON or in words, and what if it cannot be played."""

    given: Mapping[str, Any]
    otherwise: Otherwise = "stop"
    phase: str | None = None
    most_points: int | None = None  # to give away; else as many as it gives when it is laid down


@dataclass(frozen=True)
class Step:
    """A step as it is kept: what is meant by it, in which phase, and what it meant then."""

    laid: Laid
    action: Any
    phase: Phase
    stake: Stake | None

    @property
    def most_points(self) -> int:
        """What could not be foreseen gives nothing away, unless its owner said so."""
        if self.laid.most_points is not None:
            return self.laid.most_points
        return 0 if self.stake is None else self.stake.points


@dataclass(frozen=True)
class Change:
    """What the link of one phase did to a plan: its seat is told in the next letter."""

    phase: str  # of the link
    at: datetime
    stands: bool = True  # and has not been laid anew or thrown away since


@dataclass(frozen=True)
class Plan:
    steps: tuple[Step, ...]
    stopped: Reason | None = None
    told: bool = False  # that it stopped
    changes: tuple[Change, ...] = ()

    def stands_by(self, phase: str) -> bool:
        """Whether there is anything to be played that this phase's link had a hand in."""
        by_it = any(one.stands and one.phase == phase for one in self.changes)
        return bool(self.steps) and by_it


# --- reading


def read(
    row: AnyMatch, played: Played[Any], seat: int, laid: Sequence[Laid], *, linked: bool = False
) -> Plan:
    """Shapes and words are read now, at the table as the steps before would leave it.

    What came by the link of a phase reaches no further than the round.
    """
    game, state = played.game, played.state
    ahead = game.ahead(state, seat)
    within = game.in_round(state, seat) if linked else ahead
    rehearsal = Rehearsal(game, state, seat)
    steps: list[Step] = []
    for number, one in enumerate(laid, start=1):
        last = steps[-1].phase if steps else None
        _demand_within(ahead, within, one, number)
        phases = _phases(within, last, one, number)
        try:
            action = _action(rehearsal, state, phases, one)
        except Said as said:
            view = game.view(state, seat)
            raise table.worded(game, said, view, turn=row.turn, step=number) from said
        phase = next((each for each in phases if game.suits(state, seat, action, each)), None)
        if phase is None:
            raise Refusal(
                "illegal",
                say(N_("Step {step} is nothing that can be planned for that phase."), step=number),
                reason="no_plan",
                step=number,
            )
        steps.append(Step(one, action, phase, rehearsal.play(action, phase).stake))
    return Plan(tuple(steps))


def _demand_within(
    ahead: tuple[Phase, ...], within: tuple[Phase, ...], laid: Laid, number: int
) -> None:
    named = {str(each) for each in ahead if laid.phase in (None, str(each))}
    if named and named.isdisjoint(map(str, within)):
        raise Refusal(
            "forbidden",
            N_("A phase's link plans to the end of the round: beyond it you need your seat's own."),
            reason="later_round",
            step=number,
            phases=[str(each) for each in within],
        )


def _phases(
    ahead: tuple[Phase, ...], last: Phase | None, laid: Laid, number: int
) -> tuple[Phase, ...]:
    """Where a step may belong: where it says; else with the step before, if that fits."""
    if laid.phase is None:
        return tuple(sorted(ahead, key=lambda each: each != last))
    named = tuple(each for each in ahead if str(each) == laid.phase)
    if not named:
        raise Refusal(
            "illegal",
            say(N_("No plan can be made for “{phase}” now."), phase=laid.phase),
            reason="no_phase",
            step=number,
            phases=[str(each) for each in ahead],
        )
    return named


def _action(rehearsal: Rehearsal, state: Any, phases: tuple[Phase, ...], laid: Laid) -> Any:
    """Words may mean one thing in one phase and another in the next: the first that reads them."""
    game, seat = rehearsal.game, rehearsal.seat
    if "action" in laid.given:
        return codec.read(game.action_type, laid.given["action"], "$.action")
    imagined = [rehearsal.supposed(phase) for phase in phases]
    known = [one for one in (*imagined, state) if one is not None]
    for one in known:
        with suppress(Said):
            return spoken.read(game, one, seat, laid.given["text"])
    return spoken.read(game, known[0], seat, laid.given["text"])  # refused where it was meant


# --- what links did to it


def laid_anew(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """Nothing of what was done before is left; it is told all the same."""
    return tuple(replace(one, stands=False) for one in changes)


def with_change(changes: tuple[Change, ...], made: Change) -> tuple[Change, ...]:
    """One for each phase: what its link did last."""
    others = tuple(one for one in changes if one.phase != made.phase)
    return (*others, made)[-MOST_CHANGES:]


# --- keeping


def keep(session: Session, row: AnyMatch, seat: int, plan: Plan, sent: Sent, now: datetime) -> None:
    """In place of the one before."""
    kept = rows.plan_of(session, row.id, seat)
    if kept is None:
        kept = PlanRow(match_id=row.id, seat=seat)
        session.add(kept)
    kept.kept = _sealed(plan)
    kept.method, kept.authority, kept.path = sent.method, sent.authority, sent.path
    kept.created_at = now


def keep_changes(session: Session, row: AnyMatch, seat: int, changes: tuple[Change, ...]) -> None:
    """Of a plan that is thrown away."""
    kept = rows.plan_of(session, row.id, seat)
    if kept is not None:
        kept.kept = _sealed(Plan((), changes=changes))


def drop(session: Session, row: AnyMatch, seat: int) -> None:
    """All that a seat has planned, and what links did to it; its preferences stay."""
    kept = rows.plan_of(session, row.id, seat)
    if kept is not None:
        session.delete(kept)


def of_seat(session: Session, row: AnyMatch, seat: int) -> Plan | None:
    kept = rows.plan_of(session, row.id, seat)
    return None if kept is None else _opened(table.game_of(row), kept.kept)


def live(played: Played[Any], seat: int, plan: Plan) -> Plan:
    """Without the steps of phases that are over for the seat."""
    ahead = played.game.ahead(played.state, seat)
    return replace(plan, steps=tuple(step for step in plan.steps if step.phase in ahead))


def _sealed(plan: Plan) -> bytes:
    whole = {
        "steps": [_written(step) for step in plan.steps],
        "stopped": plan.stopped,
        "told": plan.told,
        "changes": [[one.phase, one.at.isoformat(), one.stands] for one in plan.changes],
    }
    data = json.dumps(whole, separators=(",", ":")).encode()
    if len(data) + 4 > MOST_BYTES:
        raise Refusal("too_large", N_("That plan is too long to be kept."))
    return vault.seal(data, MOST_BYTES)


def _written(step: Step) -> dict[str, Any]:
    stake = step.stake
    return {
        "given": dict(step.laid.given),
        "otherwise": step.laid.otherwise,
        "asked_phase": step.laid.phase,
        "most_points": step.laid.most_points,
        "action": codec.write(type(step.action), step.action),
        "phase": [step.phase.name, step.phase.count],
        "stake": None if stake is None else [list(stake.same), stake.points],
    }


def _opened(game: Game[Any, Any], sealed: bytes) -> Plan:
    whole = json.loads(vault.unseal(sealed))
    steps = tuple(_step(game, one) for one in whole["steps"])
    changes = tuple(
        Change(phase, datetime.fromisoformat(at), stands)
        for phase, at, stands in whole.get("changes", ())  # older plans have none
    )
    return Plan(steps, whole["stopped"], whole["told"], changes)


def _step(game: Game[Any, Any], one: dict[str, Any]) -> Step:
    laid = Laid(one["given"], one["otherwise"], one["asked_phase"], one["most_points"])
    stake = one["stake"]
    return Step(
        laid,
        codec.read(game.action_type, one["action"]),
        Phase(*one["phase"]),
        None if stake is None else Stake(tuple(stake[0]), stake[1]),
    )


# --- playing


@dataclass(frozen=True)
class Turn:
    """What a plan does now, and the request that its step came with."""

    action: Any
    sent: Sent


def waiting(session: Session, row: AnyMatch, seat: int) -> bool:
    """Whether a seat has a plan that is to be played."""
    plan = of_seat(session, row, seat)
    return plan is not None and plan.stopped is None and bool(plan.steps)


def next_turn(session: Session, row: AnyMatch, seat: Seat, played: Played[Any]) -> Turn | None:
    """The step whose turn it is; what is done with it is gone from the plan, or the plan stops."""
    kept = rows.plan_of(session, row.id, seat.number)
    if kept is None or row.sealed:
        return None
    plan = _opened(played.game, kept.kept)
    left, found = _found(played, seat.number, live(played, seat.number, plan))
    if left != plan:
        seat.revision += 1
        kept.kept = _sealed(left)
    if found is None:
        return None
    step, action = found
    body = json.dumps(dict(step.laid.given)).encode()
    return Turn(action, Sent(body, kept.method, kept.authority, kept.path))


def _found(played: Played[Any], seat: int, plan: Plan) -> tuple[Plan, tuple[Step, Any] | None]:
    game, state = played.game, played.state
    phase, left = game.phase(state), plan
    for step in plan.steps:
        if step.phase != phase:
            continue
        fault = _fault(game, state, seat, step)
        after = replace(left, steps=tuple(one for one in left.steps if one is not step))
        if fault is None:
            return after, (step, step.action)
        if fault == "illegal" and step.laid.otherwise == "skip":
            left = after
            continue
        passing = game.passing(state, seat)
        if fault == "illegal" and step.laid.otherwise == "pass" and passing is not None:
            return after, (step, passing)
        return replace(left, stopped=fault, told=False), None
    return left, None


def _fault(game: Game[Any, Any], state: Any, seat: int, step: Step) -> Reason | None:
    """Why a step is not played: it is against the rules by now, or it would surprise its owner."""
    try:
        game.check(state, seat, step.action)
    except Said:
        return "illegal"
    stake = game.stake(state, seat, step.action)
    if stake.points > step.most_points:
        return "points"
    changed = step.stake is not None and step.stake.same != stake.same
    return "changed" if changed else None


def tell_stop(session: Session, row: Match, seat: Seat, now: datetime) -> None:
    """A plan that has stopped says so to its owner, once, and never what its step was."""
    kept = rows.plan_of(session, row.id, seat.number)
    plan = None if kept is None else _opened(table.game_of(row), kept.kept)
    if kept is None or plan is None or plan.stopped is None or plan.told:
        return
    kept.kept = _sealed(replace(plan, told=True))
    telling = Telling(seat.number, "plan", f"plan:{seat.revision}", {"reason": plan.stopped})
    notices.write(session, row, [telling], now)
