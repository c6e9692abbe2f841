"""The course of a match: set-up, five phases a round, whose turn it is, and when it ends."""

from collections import Counter
from collections.abc import Mapping

from engine.chance import Luck
from engine.changing import replace
from engine.errors import Illegal
from engine.game import Seat, Setup, Tagged
from engine.giants import auction, items, placement, ruleset, transport
from engine.giants.actions import Pass, Recall, Which
from engine.giants.board import Island
from engine.giants.events import Dealt, Ended, Passed, Recalled, Rolled, RoundEnded
from engine.giants.state import (
    NOBODY,
    Clan,
    Crowd,
    Item,
    MoaiSize,
    Options,
    Reason,
    State,
    swap_item,
    with_clan,
)


def deal(island: Island, setup: Setup, luck: Luck, events: list[Tagged]) -> State:
    options = Options(**setup.options)  # type: ignore[arg-type] # checked against the game's offer
    first, luck = luck.draw("first player", setup.seats)
    events.append(Dealt(first))
    clan = _first_clan(setup.seats, quick=options.quick)
    state = State(luck, options, "bidding", 0, first, None, (clan,) * setup.seats, ruleset.MOAI)
    return open_round(island, replace(state, rules=_version(setup)), events)


def _version(setup: Setup) -> ruleset.Rules:
    return ruleset.FIRST_RULES if setup.rules == ruleset.FIRST_RULES else ruleset.NEWEST_RULES


def _first_clan(seats: int, *, quick: bool) -> Clan:
    workers = ruleset.QUICK_WORKERS if quick else ruleset.FIRST_WORKERS
    return Clan(
        figures=Crowd(workers, sorcerer=True, chief=True),
        markers=ruleset.FIRST_MARKERS,
        bases=ruleset.BASES[seats],
        spare_workers=ruleset.WORKERS - workers,
        spare_markers=ruleset.MARKERS - ruleset.FIRST_MARKERS,
    )


# --- phases 1 and 2


def open_round(island: Island, state: State, events: list[Tagged]) -> State:
    state = _roll(replace(state, round=state.round + 1, erected=0), events)
    if state.quarry:
        return replace(state, stage="bidding", turn=None)
    return _open_placement(island, state, events)  # no moai, no auction (G17)


def _roll(state: State, events: list[Tagged]) -> State:
    luck, dice = state.luck, []
    for number, faces in enumerate(ruleset.DICE[: len(state.clans)], start=1):
        side, luck = luck.draw(f"die {number}", len(faces))
        dice.append(faces[side])
    box, quarry = _quarried(dice, state.box, first=state.round == 1)
    events.append(Rolled(state.round, tuple(dice), quarry))
    return replace(state, luck=luck, dice=tuple(dice), quarry=quarry, box=box)


def _quarried(
    dice: list[int], box: tuple[int, int, int], *, first: bool
) -> tuple[tuple[int, int, int], tuple[MoaiSize, ...]]:
    """Dice are read in order; a size the box no longer has yields none."""
    left, quarry = list(box), []
    for die in dice:
        size = ruleset.FIRST_ROLL.get(die, die) if first else die
        if size and left[size - 1]:
            left[size - 1] -= 1
            quarry.append(size)
    return (left[0], left[1], left[2]), tuple(sorted(quarry))  # type: ignore[arg-type] # faces are 0 to 3


def continue_auction(island: Island, state: State, events: list[Tagged]) -> State:
    state = auction.advance(state, events)
    return state if state.auction else _open_placement(island, state, events)


# --- phases 3 and 4: one at a time until all have passed


def _open_placement(island: Island, state: State, events: list[Tagged]) -> State:
    state = nobody_passed(replace(state, stage="placement"))
    return hand_on(island, state, state.first, events)


def _open_transport(island: Island, state: State, events: list[Tagged]) -> State:
    state = nobody_passed(replace(state, stage="transport"))
    return hand_on(island, state, state.first, events)


def nobody_passed(state: State) -> State:
    return replace(state, clans=tuple(replace(clan, passed=False) for clan in state.clans))


def hand_on(island: Island, state: State, start: Seat, events: list[Tagged]) -> State:
    """Find who acts next from `start` on; who has nothing left passes by itself."""
    for seat in state.clockwise(start):
        if state.clans[seat].passed:
            continue
        if _can_act(state, seat):
            return replace(state, turn=seat)
        events.append(Passed(seat, alone=True))
        state = with_clan(state, seat, passed=True)
    return _close_stage(island, replace(state, turn=None), events)


def pass_turn(
    island: Island, state: State, seat: Seat, action: Pass, events: list[Tagged]
) -> State:
    state = transport.mark_front(island, state, seat, action, events)
    events.append(Passed(seat, alone=False))
    return with_clan(state, seat, passed=True)


def _can_act(state: State, seat: Seat) -> bool:
    if state.stage == "placement":
        return placement.can_place(state, seat)
    return any(items.may_handle(item, seat) for item in state.items)


def _close_stage(island: Island, state: State, events: list[Tagged]) -> State:
    if state.stage == "placement":
        return _open_transport(island, state, events)
    state = transport.lay_the_rest(island, state, events)
    if reason := _ending(state):
        events.append(Ended(reason))
        return replace(state, stage="over", reason=reason)
    return _open_recall(island, state, events)


def _ending(state: State) -> Reason | None:
    """At the end of phase 4 only; bases first, then what G17 adds."""
    if any(_all_bases_standing(state, seat) for seat in state.seats):
        return "bases"
    if not any(state.box):
        if not any(item.size for item in state.items):
            return "moai"
        if state.erected == 0:
            return "standstill"
    return "rounds" if state.round >= state.options.max_rounds else None


def _all_bases_standing(state: State, seat: Seat) -> bool:
    """An empty reservation does not count."""
    standing = sum(1 for base in state.bases if base.owner == seat and base.size)
    return standing == ruleset.BASES[len(state.clans)]


# --- phase 5


def _open_recall(island: Island, state: State, events: list[Tagged]) -> State:
    """Figures and markers come back, placed logs leave the game (G15)."""
    clans = tuple(_gathered(state, seat) for seat in state.seats)
    state = replace(state, stage="recall", clans=clans, crews=(), turn=None)
    return state if owners_of_marks(state) else close_round(island, state, events)


def _gathered(state: State, seat: Seat) -> Clan:
    clan = state.clans[seat]
    figures = clan.figures.plus(clan.front)
    for crew in state.crews:
        figures = figures.plus(crew.crowds[seat])
    markers = clan.markers + clan.front_markers
    return replace(
        clan, figures=figures, markers=markers, front=NOBODY, front_markers=0, passed=False
    )


def owners_of_marks(state: State) -> frozenset[Seat]:
    return frozenset(item.holder for item in state.items if item.holder is not None)


def check_recall(island: Island, state: State, seat: Seat, action: Recall) -> None:
    named = Counter(_marked(island, state, seat, which) for which in action.items)
    for item, count in named.items():
        if state.items.count(item) < count:
            place = island.label(items.place_of(island, item))
            raise Illegal("no_such_item", size=item.size, place=place)


def _marked(island: Island, state: State, seat: Seat, which: Which) -> Item:
    return items.find(
        island, state, seat, Which(which.size, which.at, marked=True, trail=which.trail)
    )


def recall(
    island: Island, state: State, actions: Mapping[Seat, Recall], events: list[Tagged]
) -> State:
    """G20: all at once, so every name is read on the board as it lay when they were sealed."""
    sealed = state
    for seat, action in actions.items():
        for which in action.items:
            state = _take_back(state, seat, _marked(island, sealed, seat, which), events)
    return close_round(island, state, events)


def _take_back(state: State, seat: Seat, item: Item, events: list[Tagged]) -> State:
    assert item.at is not None  # noqa: S101 - nothing lies in front of screens in phase 5
    events.append(Recalled(seat, item.size, item.at))
    state = replace(state, items=swap_item(state, item, Item(item.size, item.at, None)))
    return with_clan(state, seat, markers=state.clans[seat].markers + 1)


def close_round(island: Island, state: State, events: list[Tagged]) -> State:
    first = (state.first + 1) % len(state.clans)
    events.append(RoundEnded(state.round, first))
    return open_round(island, replace(state, first=first), events)


# --- who must act


def awaiting(state: State) -> frozenset[Seat]:
    if state.stage == "bidding":
        return frozenset(state.seats)
    if state.stage == "recall":
        return owners_of_marks(state)
    return frozenset() if state.turn is None else frozenset((state.turn,))
