"""What choices list, sample and show, phase by phase."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.giants.actions import Bid, Move, Pass, Place, Recall, Tablet, Which
from engine.giants.facts import EndingFacts
from engine.giants.state import State
from tests.engine.giants.tables import GAME, SEATS, at, facts, table


def listed(state: State, colour: str = "blue") -> list[Any]:
    return list(GAME.choices(state, SEATS[colour]))


def following(*numbers: int) -> Callable[[int], int]:
    """Luck that gives these numbers, then nothing but noughts."""
    left = list(numbers)

    def pick(bound: int) -> int:
        number = left.pop(0) if left else 0
        assert number < bound
        return number

    return pick


def sampled(state: State, *numbers: int) -> Any:
    return GAME.choices(state, 0).sample(following(*numbers))


# --- bids


def test_every_bid_without_a_plan_is_listed_once() -> None:
    """2 markers, 1 worker, sorcerer, no chief: 3 x 2 x 2 bids."""
    state = table(stage="bidding", quarry=(1,), blue="sorcerer, worker, 2 markers")
    bids = listed(state)

    assert len(bids) == len(set(bids)) == 12
    assert {bid.plan for bid in bids} == {None}
    assert Bid(2, 1, sorcerer=True) in bids
    assert facts(state, "blue").quarry == (1,)


def test_a_sampled_bid_may_have_a_plan() -> None:
    state = table(stage="bidding", quarry=(1,))

    assert sampled(state, 1, 1, 0, 1, 0) == Bid(1, 1, sorcerer=False, chief=True)
    assert sampled(state, 2, 0, 1, 0, 1, 2, 2, 3, 0, 0) == Bid(
        2, 0, sorcerer=True, plan=(("decline", 1), ())
    )


# --- placement


def test_every_placing_is_listed_with_each_power_and_number_of_logs() -> None:
    """A worker with 0 to 2 logs on 47 hexes, a half-tablet, a pass."""
    state = table(stage="placement", turn="blue", blue="worker, marker, 5 logs")
    actions = listed(state)

    assert len(actions) == len(set(actions)) == 47 * 3 + 2
    assert Place("worker", at("C4"), 2) in actions
    assert {Tablet(), Pass()} <= set(actions)


def test_powers_are_listed_for_a_sorcerer_and_for_a_chief_with_a_tablet() -> None:
    """Village, hut, headdress quarry, 7 forests and 30 ahus each."""
    with_tablet = table(stage="placement", turn="blue", blue="chief, 2 halves")
    without = table(stage="placement", turn="blue", blue="chief, 1 half")
    sorcerer = table(stage="placement", turn="blue", blue="sorcerer")

    assert len(listed(with_tablet)) == 47 + 40 + 1
    assert len(listed(without)) == 47 + 1
    assert len(listed(sorcerer)) == 47 + 40 + 1
    assert {power.figures for power in facts(with_tablet, "blue").powers} == {("chief",)}
    assert facts(without, "blue").powers == ()


def test_powers_that_have_nothing_to_give_are_not_listed() -> None:
    """G6, G7: no spare worker or marker, no headdress, a cut forest, no base, a taken ahu."""
    bases = "; ".join(
        f"{ahu} blue 1"
        for ahu in ("tahai", "tautira", "riata", "vinapu", "tahiri", "akapu", "te-peu")
    )
    state = table(
        stage="placement", turn="blue", blue="sorcerer, 6 workers, 6 markers", headdresses=0,
        cut=(at("C4"),), bases=bases,
    )  # fmt: skip
    one_taken = table(stage="placement", turn="blue", bases="nau-nau red")

    assert {power.power for power in facts(state, "blue").powers} == {"forest"}
    assert len(facts(state, "blue").powers) == 6
    reservable = {p.ahu for p in facts(one_taken, "blue").powers if p.power == "ahu"}
    assert len(reservable) == 29
    assert "nau-nau" not in reservable


def test_a_placing_is_sampled_factor_by_factor() -> None:
    state = table(stage="placement", turn="blue", blue="worker, sorcerer, marker, 1 log")

    assert sampled(state, 0, 3, 1) == Place("worker", at("A4"), 1)
    assert sampled(state, 1, 3, 0, 2) == Place("sorcerer", at("A4"), 0, "ahu", "ature-huki")
    assert sampled(state, 2) == Tablet()
    assert sampled(state, 3) == Pass()


# --- transport


def moving(**parts: Any) -> State:
    usual: dict[str, Any] = {"turn": "blue", "crews": "C7: blue worker", "blue": "2 markers"}
    return table(**usual | {"items": "moai 1 of blue; moai 1 of blue; headdress of blue"} | parts)


def test_moves_and_every_marking_of_a_pass_are_listed() -> None:
    """Stay and mark, move, move and mark; and 0 to 2 markers on two 1s and a headdress."""
    actions = listed(moving())

    assert [a for a in actions if isinstance(a, Move)] == [
        Move(Which(0), ending="mark"),
        Move(Which(1), ending="mark"),
        Move(Which(1), (at("C7"),)),
        Move(Which(1), (at("C7"),), "mark"),
    ]
    assert [a.mark for a in actions if isinstance(a, Pass)] == [
        (), (1,), (1, 1), (0,), (0, 1),
    ]  # fmt: skip


def test_an_ending_is_listed_only_where_it_would_be_accepted() -> None:
    """A taken ahu, another's reservation, no base, a topped moai: none of them."""
    crews = "A4: blue chief"
    items = "moai 2 at A4 marked blue; headdress at A4 marked blue"
    state = moving(crews=crews, items=items, bases="nau-nau red 1 topped; ature-huki green")
    mine = moving(crews=crews, items=items, bases="nau-nau red 1; ature-huki blue")

    assert listed(state) == [Pass()]
    assert listed(mine) == [
        Move(Which(0, at("A4")), ending="top", ahu="nau-nau"),
        Move(Which(2, at("A4")), ending="erect", ahu="ature-huki"),
        Pass(),
    ]


def test_without_a_base_only_ones_reservation_is_listed() -> None:
    bases = "; ".join(
        f"{ahu} blue 1" for ahu in ("tahai", "tautira", "riata", "vinapu", "tahiri", "akapu")
    )
    state = moving(crews="A4: blue chief", items="moai 2 at A4 marked blue")
    last = moving(
        crews="A4: blue chief", items="moai 2 at A4 marked blue", bases=f"{bases}; nau-nau blue"
    )
    both = [EndingFacts("erect", "nau-nau"), EndingFacts("erect", "ature-huki")]

    assert list(facts(state, "blue").items[0].ways[0].endings) == both
    assert list(facts(last, "blue").items[0].ways[0].endings) == both[:1]


def test_an_abandoned_item_says_so_and_must_be_claimed() -> None:
    (item,) = facts(moving(items="moai 1 at C6"), "blue").items

    assert item.abandoned
    assert [way.endings for way in item.ways] == [(EndingFacts("mark"),)] * 2


def test_items_alike_are_named_apart_by_as_little_as_serves() -> None:
    """By place; else by marker; else by where they were."""
    items = "moai 1 at C7 marked blue; moai 1 at C7 moved blue was D7; moai 2 at C7"
    more = f"{items}; moai 1 at C7 moved blue was C6"

    assert [item.item for item in facts(moving(items=items), "blue").items] == [
        Which(1, at("C7"), marked=False),
        Which(1, at("C7"), marked=True),
        Which(2, at("C7")),
    ]
    assert [item.item for item in facts(moving(items=more), "blue").items] == [
        Which(1, at("C7"), marked=False, trail=(at("C6"),)),
        Which(1, at("C7"), marked=False, trail=(at("D7"),)),
        Which(1, at("C7"), marked=True),
        Which(2, at("C7")),
    ]


def test_a_move_is_sampled_item_by_item() -> None:
    """An item without a move is passed over; the last of the row is to pass."""
    stuck = moving(items="moai 2 at A4 marked blue; moai 1 of blue")

    assert sampled(moving(), 1, 1) == Move(Which(1), (at("C7"),))
    assert sampled(moving(), 2, 2) == Pass((1, 1))
    assert sampled(stuck, 0, 0, 0) == Move(Which(1), ending="mark")


# --- recall


def test_every_set_of_markers_to_take_back_is_listed() -> None:
    state = table(
        stage="recall", items="moai 2 at C7 marked blue; moai 2 at C7 marked blue; moai 1 at C7"
    )

    assert listed(state) == [
        Recall(),
        Recall((Which(2, at("C7")),)),
        Recall((Which(2, at("C7")), Which(2, at("C7")))),
    ]
    assert sampled(state, 0, 1) == Recall((Which(2, at("C7")),))


@pytest.mark.parametrize("sizes", [(1, 2), (3,)])
def test_picks_are_sampled_from_what_can_be_paid(sizes: tuple[int, ...]) -> None:
    state = table(stage="bidding", quarry=sizes)
    bid = GAME.parse(state, 0, "bid chief")
    state = GAME.resolve(state, {0: bid, 1: Bid(), 2: Bid()}).state

    assert GAME.say(state, sampled(state, 0)) == f"take {max(sizes)}"
    assert GAME.say(state, sampled(state, len(sizes))) == "decline"
