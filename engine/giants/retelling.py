"""G18 in the log: older transport phases are told so that nothing in them names who erected.

In transport the players act in turn, so the place of an entry between two others names its seat as
surely as its seat does. Where somebody erected, the whole phase therefore loses its order: each
seat's other steps together, then what was erected, by nobody.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from engine.game import Episode, Seat, Tagged
from engine.giants.events import Erected, Marked, Moved, Passed, Rolled, Topped
from engine.giants.state import State
from engine.giants.view import owner_told

STEPS: Final = ("play", "default", "undo")  # what is done in turn; a peek is not


@dataclass(frozen=True, slots=True)
class _Clock:
    """How far a log has come: the round, whether it is in transport, and who has passed."""

    round: int = 0
    transport: bool = False
    passed: frozenset[Seat] = frozenset()

    def after(self, events: Sequence[Tagged], seats: int) -> "_Clock":
        clock = self
        for event in events:
            if isinstance(event, Rolled):
                clock = _Clock(event.round)
            elif isinstance(event, Passed):
                clock = clock._without(event.seat, seats)
        return clock

    def _without(self, seat: Seat, seats: int) -> "_Clock":
        passed = self.passed | {seat}
        if len(passed) < seats:
            return replace(self, passed=passed)
        return replace(self, transport=not self.transport, passed=frozenset())


def veils(state: State) -> bool:
    return any(base.size and not owner_told(state, base.round) for base in state.bases)


def retell(state: State, story: Sequence[Episode]) -> tuple[Episode, ...]:
    """The story with its older transport phases veiled; steps taken back in them are left out."""
    phases = _transports(story, len(state.clans))
    veiled = [phase for number, phase in phases.items() if _kept_back(state, number, phase)]
    covered = {one.entry for phase in veiled for one in phase}
    kept = [one for one in story if one.entry not in covered]
    retold = (one for phase in veiled for one in _placed(phase))
    return tuple(sorted((*kept, *retold), key=lambda one: one.slot))


def _transports(story: Sequence[Episode], seats: int) -> dict[int, list[Episode]]:
    """The steps of each round's transport; an undo belongs where the step belongs."""
    clock, before = _Clock(), dict[int, _Clock]()
    phases: dict[int, list[Episode]] = {}
    for one in story:
        if one.undoes is not None:
            clock = before[one.undoes]
        before[one.entry] = clock
        if clock.transport and one.kind in STEPS:
            phases.setdefault(clock.round, []).append(one)
        clock = clock.after(one.events, seats)
    return phases


def _kept_back(state: State, number: int, phase: Sequence[Episode]) -> bool:
    return not owner_told(state, number) and any(map(_erects, _standing(phase)))


def _standing(phase: Sequence[Episode]) -> list[Episode]:
    undone = {one.undoes for one in phase}
    return [one for one in phase if one.undoes is None and one.entry not in undone]


def _erects(one: Episode) -> bool:
    return any(isinstance(event, Erected) for event in one.events)


# --- one phase


def _placed(phase: Sequence[Episode]) -> Iterator[Episode]:
    """What is told of it, in the last of its slots: where an episode stands says nothing of it."""
    told = list(_veiled(phase))
    slots = [one.slot for one in phase]
    for slot, one in zip(slots[-len(told) :], told, strict=True):
        yield replace(one, slot=slot, span=(slots[0], slots[-1]))


def _veiled(phase: Sequence[Episode]) -> Iterator[Episode]:
    standing = _standing(phase)
    open_steps = sorted(
        (one for one in standing if not _erects(one)), key=lambda one: (one.seat or 0, one.entry)
    )
    erecting = sorted((one for one in standing if _erects(one)), key=_where)
    told = [replace(one, events=tuple(filter(_own, one.events))) for one in open_steps]
    told += [replace(one, seat=None, events=_nameless(one.events)) for one in erecting]
    told[-1] = replace(told[-1], events=(*told[-1].events, *_rest(standing)))
    yield from told


def _where(one: Episode) -> str:
    return next(event.ahu for event in one.events if isinstance(event, Erected))


def _own(event: Tagged) -> bool:
    """What a step's own seat did; a seat that passes by itself does so after another's step."""
    if isinstance(event, Passed):
        return not event.alone
    return isinstance(event, Moved | Erected | Topped | Marked)


def _nameless(events: Sequence[Tagged]) -> tuple[Tagged, ...]:
    """Nor who was paid: in a match of three that leaves one seat."""
    return tuple(
        replace(event, seat=None, helped=()) if isinstance(event, Moved)
        else replace(event, seat=None) if isinstance(event, Erected) else event
        for event in events if _own(event)
    )  # fmt: skip


def _rest(standing: Sequence[Episode]) -> tuple[Tagged, ...]:
    """What followed by itself: passes by seat, for their order tells whose turn it was; the end."""
    followed = [event for one in standing for event in one.events if not _own(event)]
    alone = list(takewhile(lambda event: isinstance(event, Passed), followed))
    return (*sorted(alone, key=_seat), *followed[len(alone) :])


def _seat(event: Tagged) -> Seat:
    return event.seat if isinstance(event, Passed) else 0
