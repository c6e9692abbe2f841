"""G18 in the log: older transport phases are told so that nothing in them names who erected."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from engine import record
from engine.game import Episode, Seat, Tagged
from engine.giants.actions import Share
from engine.giants.events import (
    Erected,
    Marked,
    Moved,
    Passed,
    Peeked,
    Rolled,
    RoundEnded,
)
from engine.giants.state import Stage, State
from engine.replay import replay
from engine.words import facts as facts_of, tell
from tests.engine.giants.tables import GAME, at, table
from tests.parts.site import ROOT

BLUE, GREEN, RED = 0, 1, 2
KEPT = ("three-bases", "three-rounds", "four-bases", "five-moai")
RECORDS = [ROOT / f"tests/engine/giants/records/{name}.json" for name in KEPT]


def now(stage: Stage = "placement", number: int = 4, **options: Any) -> State:
    return table(
        stage=stage,
        turn="blue" if stage == "placement" else None,
        round=number,
        quarry=(1,) if stage == "bidding" else (),
        bases="nau-nau green 1 in 3",
        options=options,
    )


def played(seat: Seat, *events: Tagged, kind: str = "play") -> tuple[str, Seat, Any]:
    return kind, seat, events


def moved(seat: Seat | None, size: int = 1) -> Moved:
    return Moved(seat, size, at("B5"), (at("A4"),), ())


def story(*told: tuple[str, Seat | None, Any]) -> tuple[Episode, ...]:
    """A round whose placement ends with the fourth entry, and what followed."""
    begun = [
        ("deal", None, (Rolled(3, (), ()),)),
        played(BLUE, Passed(BLUE, alone=False)),
        played(GREEN, Passed(GREEN, alone=False)),
        played(RED, Passed(RED, alone=False)),
    ]
    return tuple(
        Episode(number, number, kind, seat, events)
        for number, (kind, seat, events) in enumerate((*begun, *told), 1)
    )


ERECTING = played(GREEN, moved(GREEN), Erected(GREEN, "nau-nau", 1, 3))
ENDING = (Passed(GREEN, alone=True), RoundEnded(3, GREEN), Rolled(4, (1,), (1,)))
OPEN = story(
    played(BLUE, moved(BLUE, 2), Marked(BLUE, 2, at("A4"))),
    ERECTING,
    played(RED, Passed(RED, alone=False)),
    played(BLUE, moved(BLUE, 3)),
    ("undo", BLUE, ()),
    played(RED, Peeked(RED, "nau-nau"), kind="peek"),
    played(BLUE, Passed(BLUE, alone=False), *ENDING),
    ("resolve", None, ()),
)
LOG = tuple(replace(one, undoes=8) if one.kind == "undo" else one for one in OPEN)


def test_a_phase_in_which_somebody_erected_loses_its_order() -> None:
    """Each seat's steps, then what was erected, by nobody; what followed by itself at the end."""
    blue, red = LOG[4], LOG[6]
    passing = replace(LOG[10], events=(Passed(BLUE, alone=False),))
    raised = replace(
        LOG[5], seat=None, events=(moved(None), Erected(None, "nau-nau", 1, 3), *ENDING)
    )

    assert GAME.retell(now(), LOG) == (
        *LOG[:4],
        replace(blue, slot=7, span=(5, 11)),
        replace(passing, slot=8, span=(5, 11)),
        replace(red, slot=9, span=(5, 11)),
        LOG[9],
        replace(raised, slot=11, span=(5, 11)),
        LOG[11],
    )


def test_who_was_paid_for_the_way_to_an_ahu_is_left_out() -> None:
    """At a table of three that would leave one seat."""
    helped = replace(moved(GREEN), helped=(Share(BLUE, 1), Share(RED, 1)))
    log = story(played(GREEN, helped, Erected(GREEN, "nau-nau", 1, 3)))

    assert GAME.retell(now(), log)[-1].events[0] == moved(None)


def test_passes_that_came_by_themselves_are_told_in_the_order_of_seats() -> None:
    """In their own order they would say after whose turn they came."""
    ending = (Passed(RED, alone=True), Passed(BLUE, alone=True), RoundEnded(3, GREEN))
    log = story(played(GREEN, moved(GREEN), Erected(GREEN, "nau-nau", 1, 3), *ending))

    assert GAME.retell(now(), log)[-1].events[2:] == (
        Passed(BLUE, alone=True),
        Passed(RED, alone=True),
        RoundEnded(3, GREEN),
    )


@pytest.mark.parametrize(("stage", "number"), [("transport", 3), ("bidding", 4)])
def test_the_log_tells_who_erected_as_long_as_views_do(stage: Stage, number: int) -> None:
    assert not GAME.veils(now(stage, number))
    assert GAME.retell(now(stage, number), LOG) == LOG


def test_with_open_bases_the_log_tells_it_always() -> None:
    assert not GAME.veils(now(open_bases=True))
    assert GAME.retell(now(open_bases=True), LOG) == LOG


def test_at_the_end_the_log_opens() -> None:
    over = table(stage="over", round=9, reason="rounds", bases="nau-nau green 1 in 3")

    assert not GAME.veils(over)
    assert GAME.retell(over, LOG) == LOG


def test_a_phase_in_which_nobody_erected_is_told_in_full() -> None:
    log = tuple(replace(one, events=()) if one.entry == 6 else one for one in LOG)

    assert GAME.retell(now(number=9), log) == log


def test_a_phase_whose_erecting_was_taken_back_is_told_in_full() -> None:
    log = (*story(ERECTING), Episode(6, 6, "undo", GREEN, (), undoes=5))

    assert GAME.retell(now(number=9), log) == log


def test_an_older_rounds_log_speaks_of_someone() -> None:
    view = GAME.view(now(), None)
    show = lambda name, value: GAME.show(view, name, value)  # noqa: E731 - a view's own show
    events = GAME.retell(now(), story(ERECTING))[-1].events

    assert [tell(GAME.words, one.kind, facts_of(one), show) for one in events] == [
        "Someone moves a moai of size 1 from B5 over A4.",
        "Someone erects a moai of size 1 on Nau Nau.",
    ]


# --- all seats are tried


def test_it_is_told_alike_whoever_erected_and_whenever() -> None:
    """Each seat at each place in the phase: what is shown of it is the same."""
    steps = [played(BLUE, moved(BLUE, 2)), played(RED, moved(RED, 3))]
    ending = played(BLUE, *(Passed(seat, alone=False) for seat in (BLUE, GREEN, RED)))
    told = set()
    for seat, place in product((BLUE, GREEN, RED), range(3)):
        raised = played(seat, moved(seat), Erected(seat, "nau-nau", 1, 3))
        log = story(*steps[:place], raised, *steps[place:], ending)
        told.add(shown(GAME.retell(now(), log)))

    assert len(told) == 1


def shown(told: Sequence[Episode]) -> tuple[Any, ...]:
    """What a reader has of it: the number only where it is told."""
    return tuple(
        (one.slot, one.kind, one.seat, one.events, one.span or one.entry, one.undoes)
        for one in told
    )


# --- recorded matches


@pytest.fixture(params=RECORDS, ids=lambda path: path.stem, scope="module")
def states(request: pytest.FixtureRequest) -> list[tuple[State, tuple[Episode, ...]]]:
    """Each state of a recorded match with its log so far."""
    book = record.parse(request.param.read_text(encoding="utf-8"))
    entries = filter(None, map(record.entry, book.entries))
    log: list[Episode] = []
    found = []
    for done in replay(GAME, book.seed or b"", entries):
        public, number = done.entry.public, done.entry.number
        seat, undoes = public.get("seat"), public.get("undoes")
        log.append(Episode(number, number, public["kind"], seat, done.events, undoes))
        found.append((done.match.state, tuple(log)))
    return found


def test_no_recorded_match_names_who_erected_beyond_the_window(
    states: list[tuple[State, tuple[Episode, ...]]],
) -> None:
    for state, log in states[:: max(1, len(states) // 20)]:
        owners = {base.ahu: base.owner for base in GAME.view(state, None).bases if base.size}

        assert dict(raised_by(standing(GAME.retell(state, log)))) == owners


def test_what_a_recorded_match_tells_names_nobody_by_the_order_of_turns(
    states: list[tuple[State, tuple[Episode, ...]]],
) -> None:
    for state, log in states[:: max(1, len(states) // 20)]:
        assert list(by_order(GAME.retell(state, log), len(state.clans))) == []


def test_control_without_its_seat_alone_the_order_of_turns_names_who_erected(
    states: list[tuple[State, tuple[Episode, ...]]],
) -> None:
    """The event without its seat, at its own place: the guess is right more often than not."""
    state, log = states[-1]
    stood = standing(log)
    bare = tuple(replace(one, seat=None) if list(raised_by([one])) else one for one in stood)
    truth = dict(raised_by(stood))
    right = [truth[ahu] == seat for ahu, seat in by_order(bare, len(state.clans))]

    assert len(right) == len(truth)
    assert 2 * sum(right) >= len(right)


def test_nothing_that_happened_is_left_out_but_names_and_pay(
    states: list[tuple[State, tuple[Episode, ...]]],
) -> None:
    for state, log in states[:: max(1, len(states) // 20)]:
        told = GAME.retell(state, log)

        assert sorted(plain(standing(told))) == sorted(plain(standing(log)))


def test_at_the_end_of_a_recorded_match_all_is_told(
    states: list[tuple[State, tuple[Episode, ...]]],
) -> None:
    state, log = states[-1]

    assert GAME.retell(state, log) == log


def standing(told: Sequence[Episode]) -> list[Episode]:
    undone = {one.undoes for one in told}
    return [one for one in told if one.entry not in undone and one.undoes is None]


def raised_by(told: Sequence[Episode]) -> Iterator[tuple[str, Seat | None]]:
    for one in told:
        for event in one.events:
            if isinstance(event, Erected):
                yield event.ahu, event.seat


def by_order(told: Sequence[Episode], seats: int) -> Iterator[tuple[str, Seat]]:
    """A reader's guess: the next in turn who had not passed, after whoever acted before."""
    last: Seat | None = None
    passed: set[Seat] = set()
    for one in told:
        if one.span is not None or one.kind not in ("play", "default"):
            continue
        active = [seat for seat in range(seats) if seat not in passed]
        if one.seat is None and last is not None:
            guess = next(seat for seat in clockwise(last, seats) if seat in active)
            yield from ((ahu, guess) for ahu, _ in raised_by([one]))
            last = guess
        else:
            last = one.seat
        passed |= {event.seat for event in one.events if isinstance(event, Passed)}
        passed = set() if len(passed) == seats else passed


def clockwise(last: Seat, seats: int) -> list[Seat]:
    return [(last + step) % seats for step in range(1, seats + 1)]


def plain(told: Sequence[Episode]) -> Iterator[str]:
    for one in told:
        for event in one.events:
            bare = replace(event, helped=()) if isinstance(event, Moved) else event
            nameless = isinstance(event, Moved | Erected)
            yield repr(replace(bare, seat=None) if nameless else bare)  # type: ignore[type-var] # events are dataclasses
