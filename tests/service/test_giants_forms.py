"""Giants' forms: every legal action can be filled in, and whatever is filled in is legal."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from engine.giants.actions import Bid, Move, Pass, Place, Recall
from engine.giants.state import Plan, State
from service.pages.forms import Field, Offer
from service.pages.table_doors import NO_DRAFT
from tests.engine.giants.islands import MIXED
from tests.engine.giants.pieces import otherwise
from tests.engine.giants.tables import GAME, table
from tests.engine.giants.test_naive_transport import random_position
from tests.scale import times
from tests.service.giants_drafts import Values, drafted, offered, states

TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {"auto_pick": True, "leftover_moai": "return"}),
    (5, {"quick": True, "open_bases": True}),
    (3, {"island": "motu-nui", "visible_score": True}),
]


def seats_of(state: State) -> list[int]:
    return sorted(GAME.awaiting(state))


# --- every legal choice can be filled in


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_action_that_choices_list_is_the_meaning_of_some_draft(
    seats: int, options: dict[str, Any]
) -> None:
    """Bids, picks, figures with logs and powers, moves with endings, marks, recalls, peeks."""
    dice, kinds = Random(seats), set()  # noqa: S311 - the dice of a test
    for state in states(seats, seats, options | {"max_rounds": times(4)}, every=3):
        for seat in seats_of(state):
            listed = list(GAME.choices(state, seat))
            for action in dice.sample(listed, min(len(listed), 40)):
                draft = drafted(state, action)
                assert offered(state, seat, draft).action == action
                assert draft.keys().isdisjoint(NO_DRAFT), "a name that the page reads itself"
                kinds.add(action.kind)
            for aside in GAME.asides(state, seat):
                assert offered(state, seat, drafted(state, aside)).action == aside

    assert {"bid", "take", "decline", "place", "tablet", "pass", "move"} <= kinds


def test_every_placing_on_an_island_of_mixed_powers_can_be_filled_in() -> None:
    """A hex with a site, a forest and ahus at once."""
    state = table(
        game=MIXED, stage="placement", turn="blue", blue="sorcerer, chief, 3 logs, 2 halves"
    )
    listed = [a for a in MIXED.choices(state, 0) if isinstance(a, Place)]
    powers = {action.power for action in listed}

    assert {"village", "forest", "ahu"} <= powers
    for action in listed:
        assert offered(state, 0, drafted(state, action, MIXED), MIXED).action == action


@pytest.mark.parametrize("number", range(times(12)))
def test_any_path_and_any_helpers_can_be_filled_in(number: int) -> None:
    """G9, G10: each hex of the path as a stop, and a team for each hex."""
    dice = Random(number)  # noqa: S311 - the dice of a test
    for _ in range(8):
        state, item = random_position(dice)
        seat = state.turn or 0
        choices: Any = GAME.choices(state, seat)
        ways = [way.path for way in choices.ways(item) if way.path]
        if not ways:
            continue
        path = dice.choice(ways)
        detour = longer(choices, item, path, dice)
        helpers = tuple(dice.choice(choices.teams(item, place)) for place in detour)
        which = choices.facts().items[0].item
        wanted = Move(which, detour, helpers=helpers)
        found = offered(state, seat, drafted(state, wanted)).action

        assert isinstance(found, Move)
        assert found.path == detour
        assert GAME.play(state, seat, found).state == GAME.play(state, seat, wanted).state


def longer(choices: Any, item: Any, path: Any, dice: Random) -> Any:
    """The same end by way of a hex that the path leaves out, where there is one."""
    others = [way.path[-1] for way in choices.ways(item) if way.path and way.path[-1] not in path]
    dice.shuffle(others)
    found = (choices.through(item, (other, path[-1])) for other in others)
    return next((way.path for way in found if way is not None), path)


def test_a_bid_carries_its_plan() -> None:
    """G5: ranked choices for each pick; a pick between two that says nothing asks."""
    state = table(stage="bidding", quarry=(3, 2, 1))
    plan: Plan = ((3, 2), (), (1, "decline"))
    wanted = Bid(1, 1, sorcerer=True, chief=True, plan=plan)

    assert offered(state, 0, drafted(state, wanted)).action == wanted


def test_who_wants_to_be_asked_can_say_so_where_picks_are_made_unasked() -> None:
    """G5: an empty plan is never overruled by `auto_pick`."""
    state = table(stage="bidding", quarry=(1,), options={"auto_pick": True})
    plain = table(stage="bidding", quarry=(1,))
    draft = {"way": ["bid"], "ask": ["yes"]}

    assert offered(state, 0, draft).action == Bid(plan=())
    assert offered(plain, 0, draft).action == Bid()


def test_items_alike_are_marked_and_recalled_one_by_one() -> None:
    """G14, G20: two of one size are two lines of the form."""
    front = table(turn="blue", blue="2 markers", items="moai 2 of blue; moai 2 of blue")
    lying = table(stage="recall", items="moai 2 at C7 marked blue; moai 2 at C7 marked blue")
    both = {"way": ["recall"], "item": ["moai-2-at-C7", "moai-2-at-C7-no-2"]}
    recalled = offered(lying, 0, both).action

    assert offered(front, 0, {"way": ["pass"], "mark": ["moai-2-no-2"]}).action == Pass((2,))
    assert isinstance(recalled, Recall)
    assert len(recalled.items) == 2


# --- whatever is filled in is legal


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_whatever_is_clicked_or_chosen_leads_to_legal_actions(
    seats: int, options: dict[str, Any]
) -> None:
    """A wanderer fills in fields and clicks spots; each action that is offered is accepted."""
    dice, seen = Random(seats), 0  # noqa: S311 - the dice of a test
    for state in states(seats, seats + 10, options | {"max_rounds": times(3)}, every=2):
        for seat in range(seats):
            seen += wandered(state, seat, dice)

    assert seen > 100


def wandered(state: State, seat: int, dice: Random, steps: int = 6) -> int:
    draft: Values = {}
    seen = 0
    for _ in range(steps):
        found = offered(state, seat, draft)
        if found.action is not None:
            GAME.check(state, seat, found.action)
            assert GAME.parse(state, seat, GAME.say(state, found.action)) == found.action
            seen += 1
        draft = further(found, dice)
    return seen


def further(found: Offer, dice: Random) -> Values:
    """A spot clicked, or a form filled in by chance and sent."""
    if found.spots and dice.random() < 0.4:
        spot = dice.choice(sorted(found.spots))
        return {name: [value] for name, value in found.spots[spot].draft.items()}
    if not found.ways:
        return {}
    way = next(way for way in found.ways if way.slug == found.at)
    if dice.random() < 0.3:
        way = dice.choice(found.ways)
    return {"way": [way.slug], **{field.name: filled(field, dice) for field in way.fields}}


def filled(field: Field, dice: Random) -> list[str]:
    values = [choice.value for choice in field.choices]
    assert set(field.values) <= {*values, *map(str, range(field.least, field.most + 1))}
    if dice.random() < 0.5:
        return list(field.values)
    if field.kind == "number":
        return [str(dice.randint(field.least, field.most))]
    if field.kind == "checks":
        return [value for value in values if dice.random() < 0.5]
    return [dice.choice(values)]


def test_a_shown_form_means_nothing_before_it_is_asked_for() -> None:
    """Opening the page proposes no pass, no bid and no recall."""
    for state in states(3, 2, {"max_rounds": 2}):
        for seat in seats_of(state):
            assert offered(state, seat, {}).action is None


def test_a_seat_that_is_not_awaited_is_offered_at_most_a_look() -> None:
    state = table(turn="blue", items="moai 1 of blue", bases="nau-nau green 1 in 1", red="1 half")

    assert [way.slug for way in offered(state, 2, {}).ways] == ["peek"]
    assert offered(state, 1, {"way": ["pass"]}).ways == ()
    assert offered(state, 1, {"way": ["pass"]}).action is None


def test_what_is_sealed_stands_in_no_spot() -> None:
    """A spot is a link, and a link's address is no place for a sealed action."""
    for state in states(4, 4, {"max_rounds": 3}):
        if GAME.sealed(state):
            for seat in seats_of(state):
                found = offered(state, seat, {"way": ["bid", "recall"]})
                assert found.spots == {}


def test_what_others_hide_changes_nothing_that_is_offered() -> None:
    """Noninterference: states that differ behind others' screens only offer the same."""
    dice = Random(7)  # noqa: S311 - the dice of a test
    for state in states(4, 7, {"max_rounds": times(3)}, every=2):
        for seat in seats_of(state):
            action = GAME.choices(state, seat).sample(dice.randrange)
            for draft in ({}, drafted(state, action)):
                assert offered(state, seat, draft) == offered(otherwise(state, seat), seat, draft)


# --- junk

JUNK = st.dictionaries(
    st.sampled_from(
        ["way", "item", "to", "via", "add", "ending", "at", "figure", "logs", "power", "size",
         "markers", "workers", "figures", "ask", "pick-1-1", "pick-2-3", "mark", "ahu", "by-C7"]
    ) | st.text(max_size=4),
    st.lists(
        st.sampled_from(
            ["bid", "pick", "place", "tablet", "pass", "move", "recall", "peek", "moai 1",
             "moai 2 at C6", "C7", "D7", "A1", "none", "mark", "erect:nau-nau", "worker", "chief",
             "forest", "ahu:nau-nau", "1", "2", "3", "99", "-1", "²", "decline", "blue 1", ""]
        ) | st.text(max_size=6),
        max_size=4,
    ),
    max_size=8,
)  # fmt: skip
CREWS = "C7: blue worker, 2 red workers, 1 log; C6: red chief; B5: blue sorcerer; A4: blue worker"
POSITIONS = [
    table(stage="bidding", quarry=(1, 2, 3), options={"auto_pick": True}),
    table(stage="placement", turn="blue", blue="sorcerer, chief, worker, marker, 3 logs, 2 halves"),
    table(turn="blue", crews=CREWS, items="moai 1 of blue; moai 2 at C6; headdress of blue"),
    table(stage="recall", items="moai 2 at C6 marked blue; moai 1 at C7 marked blue"),
    table(turn="red", bases="nau-nau green 1 in 1", blue="1 half", items="moai 1 of red"),
]


@settings(max_examples=times(300), deadline=None)
@given(position=st.sampled_from(POSITIONS), draft=JUNK)
def test_junk_is_dropped_and_what_is_left_is_legal(position: State, draft: Values) -> None:
    found = offered(position, 0, draft)

    assert found.at in {way.slug for way in found.ways}
    if found.action is not None:
        GAME.check(position, 0, found.action)
