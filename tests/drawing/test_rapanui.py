"""A picture of Rapa Nui shows every card of the view, and no other."""

from dataclasses import replace
from typing import Any

import pytest

from engine.rapanui.cards import CARDS, GOODS
from service import drawing
from service.drawing import WIDTHS, Look
from tests.drawing.scenes import NAMES, Moment, data, found, moments, number, parsed, within


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("width", WIDTHS)
def test_every_card_of_a_random_match_is_drawn(seats: int, width: int) -> None:
    for moment in moments("rapa-nui", seats, seats, 12):
        for seat in (None, seats - 1):
            shows_all(moment, seat, Look(width=width, names=NAMES))


def shows_all(moment: Moment, seat: int | None, look: Look) -> None:
    view, root = moment.view(seat), parsed(moment.drawn(seat, look))
    columns = [
        tuple(card.get("data-card") for card in found(column, "card"))
        for column in found(root, "column")
    ]
    assert columns == [tuple(map(str, column)) for column in view.columns]
    free = [len(found(column, "front")) for column in found(root, "column")]
    assert free == [int(bool(column)) for column in view.columns]
    assert number(found(root, "deck")[0], "count") == view.deck
    assert goods(found(root, "stack")) == each(view.stacks)
    shown = view.stone if view.ending is None else view.ending.stone
    assert goods(found(root, "offered")) == each(shown)
    shows_tribes(view, root)
    shows_own(view, root)


def goods(elements: list[Any]) -> list[int]:
    assert [one.get("data-good") for one in elements] == list(map(str, GOODS))
    return [number(one, "count") for one in elements]


def each(counts: Any) -> list[int]:
    return [getattr(counts, good) for good in GOODS]


def shows_tribes(view: Any, root: Any) -> None:
    drawn = found(root, "tribe")
    assert len(drawn) == len(view.tribes)
    for one, tribe in zip(drawn, view.tribes, strict=True):
        kept = {card.get("data-card"): number(card, "count") for card in found(one, "kept")}
        assert kept == {str(card): getattr(tribe.village, card) for card in CARDS}
        for name in ("wood", "hand", "goods"):
            assert number(found(one, name)[0], "count") == getattr(tribe, name)
    laid = {data(one, "seat", "count") for one in found(root, "laid")}
    if view.ending is None:
        assert laid == {
            (str(seat), str(tribe.laid)) for seat, tribe in enumerate(view.tribes) if tribe.laid
        }
    else:
        assert [goods(found(one, "opened")) for one in drawn] == list(map(each, view.ending.goods))


def shows_own(view: Any, root: Any) -> None:
    hand = [card.get("data-card") for card in within(root, "mine", "card")]
    if view.own is None:
        assert not found(root, "mine")
        return
    assert hand == [str(card) for card in CARDS for _ in range(getattr(view.own.hand, card))]
    assert goods(within(root, "mine", "own")) == each(view.own.goods)


def test_what_is_hidden_from_a_viewer_changes_nothing_in_its_picture() -> None:
    """The deck's order and the others' hands can be anything: the picture is the same."""
    for moment in moments("rapa-nui", 3, 5, 15):
        state = moment.state
        tribes = [
            tribe if seat == 1 else replace(tribe, goods=tribe.goods[::-1])
            for seat, tribe in enumerate(state.tribes)
        ]
        other = replace(moment, state=replace(state, deck=state.deck[::-1], tribes=tuple(tribes)))
        if moment.view(1).ending is None:  # the end opens all
            assert moment.drawn(1) == other.drawn(1)


def test_the_telling_names_what_the_picture_shows() -> None:
    moment = next(moments("rapa-nui", 3, 1, 999))
    told = drawing.describe(moment.game, moment.view(0), Look(names=NAMES))

    assert "Column 4, front card first:" in told
    assert "Red (Anna): points: 0, wood:" in told
    assert "My hand:" in told
    assert "My hand:" not in drawing.describe(moment.game, moment.view(None))
