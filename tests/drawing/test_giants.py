"""A picture of Giants shows every piece of the view, and nothing else."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.giants.board import load
from engine.giants.events import Moved
from service import drawing
from service.drawing import THEMES, WIDTHS, Look
from service.drawing.giants.grid import Grid, outlines
from service.drawing.giants.shore import TALL, WIDE, Spot, spots
from tests.drawing.scenes import (
    NAMES,
    Moment,
    data,
    found,
    moments,
    number,
    parsed,
    texts,
    within,
)
from tests.engine.giants.islands import MIXED
from tests.engine.giants.pieces import otherwise
from tests.engine.giants.tables import GAME, table

ISLANDS = ("rapa-nui", "motu-nui")
GRIDS = (Grid(), Grid(turned=True))

CROWD = table(
    seats=5,
    turn="blue",
    blue="2 workers, 1 marker, 3 logs, 12 points, 4 halves; front: chief, 2 markers",
    red="108 points",
    crews=(
        "C6: 2 blue workers, blue sorcerer, 3 red workers, red chief, green sorcerer, "
        "2 purple workers, 4 logs; D5: green chief"
    ),
    items="moai 2 at D5 marked blue; headdress at C6 marked red; moai 3 at C6; moai 3 of green",
    bases="hekii red; nau-nau blue 2 topped; tongariki green 3 in 1",
)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("island", ISLANDS)
def test_every_piece_of_a_random_match_is_drawn(seats: int, island: str) -> None:
    for moment in moments("giants", seats, seats, 40, {"island": island, "max_rounds": 6}):
        for seat in (None, seats - 1):
            shows_all(moment, seat)


def shows_all(moment: Moment, seat: int | None) -> None:
    view, root = moment.view(seat), parsed(moment.drawn(seat))
    board = found(root, "map")[0]
    assert Counter(data(one, "kind", "seat", "count") for one in found(board, "figure")) == figures(
        view
    )
    assert sum(number(one, "count") for one in found(board, "logs")) == sum(
        crew.logs for crew in view.crews
    )
    items: Counter[tuple[str, str | None]] = Counter()
    for one in (*found(board, "item"), *within(root, "clan", "item")):
        items[str(one.get("data-size")), one.get("data-holder")] += number(one, "count")
    assert items == Counter(
        (str(item.size), None if item.holder is None else str(item.holder)) for item in view.items
    )
    shows_ahus(view, root)
    assert len(found(board, "cut")) == len(view.cut)
    assert len(found(root, "clan")) == len(view.clans)
    assert bool(found(root, "mine")) == (view.mine is not None)


def figures(view: Any) -> Counter[tuple[str, ...]]:
    return Counter(
        (kind, str(seat), str(count))
        for crew in view.crews
        for seat, crowd in enumerate(crew.crowds)
        for kind, count in (
            ("worker", crowd.workers),
            ("sorcerer", int(crowd.sorcerer)),
            ("chief", int(crowd.chief)),
        )
        if count
    )


def shows_ahus(view: Any, root: Any) -> None:
    """Both values, and the base with its statue and headdress."""
    island, bases = GAME.islands[view.options.island], {base.ahu: base for base in view.bases}
    drawn = {one.get("data-ahu"): one for one in found(root, "ahu")}
    assert set(drawn) == set(island.ahus)
    for name, ahu in island.ahus.items():
        one, base = drawn[name], bases.get(name)
        assert data(one, "moai", "headdress") == (str(ahu.moai), str(ahu.headdress))
        assert {str(ahu.moai), str(ahu.headdress)} <= set(texts(one))
        standing = [number(moai, "size") for moai in found(one, "moai")]
        assert standing == ([base.size] if base and base.size else [])
        assert len(found(one, "headdress")) == bool(base and base.topped)
        owners = [owner.get("data-owner") for owner in found(one, "base")]
        unknown = base is not None and base.owner is None
        assert owners == ([] if base is None else ["?" if unknown else str(base.owner)])


def test_every_hex_has_its_label() -> None:
    for island in ISLANDS:
        moment = next(moments("giants", 3, 1, 999, {"island": island}))
        labels = [one.text for one in found(parsed(moment.drawn()), "label")]

        assert labels == list(GAME.islands[island].labels.values())


def test_a_forest_shows_its_logs_until_it_is_cut() -> None:
    state = replace(table(), cut=(next(iter(GAME.islands["rapa-nui"].forests)),))
    forests = found(parsed(drawing.draw(GAME, GAME.view(state, None))), "forest")

    for forest in forests:
        cut = "cut" in forest.get("class", "")
        assert texts(forest) == ([] if cut else [forest.get("data-logs")])
    assert len(forests) == 7


def test_every_site_is_drawn_also_where_it_shares_its_hex_with_a_forest() -> None:
    """Any valid map can be drawn."""
    state = table(game=MIXED)
    root = parsed(drawing.draw(MIXED, MIXED.view(state, None)))

    sites = {one.get("data-site") for one in found(root, "site")}
    assert sites == {"moai-quarry", "headdress-quarry", "village", "hut"}
    assert len(found(root, "forest")) == 7


@pytest.mark.parametrize("width", [360, 720])
def test_a_crowded_hex_is_told_again_beside_the_map(width: int) -> None:
    look = Look(width=width, names=NAMES)
    crowds = found(parsed(drawing.draw(GAME, GAME.view(CROWD, 0), look)), "crowds")

    assert len(crowds) == 1
    assert "C6" in texts(crowds[0])


def test_moves_are_drawn_as_trails_in_the_movers_colour() -> None:
    labels = GAME.islands["rapa-nui"].by_label
    way = (labels["D6"], labels["C6"])
    events = (
        Moved(1, 3, labels["D7"], way, ()),
        Moved(None, 0, labels["D7"], way[:1], ()),
        Moved(2, 1, labels["D7"], (), ()),  # marked where it lay: no way to show
    )
    trails = found(parsed(drawing.draw(GAME, GAME.view(CROWD, 0), Look(), events)), "trail")

    assert [data(one, "seat", "size") for one in trails] == [("1", "3"), (None, "0")]


def test_what_is_hidden_from_a_viewer_changes_nothing_in_its_picture() -> None:
    """Noninterference: states that differ behind others' screens only are drawn alike."""
    for moment in moments("giants", 4, 7, 25, {"max_rounds": 4}):
        for seat in (None, 1):
            other = replace(moment, state=otherwise(moment.state, seat))
            assert moment.drawn(seat) == other.drawn(seat)


def test_the_telling_names_what_the_picture_shows() -> None:
    told = drawing.describe(GAME, GAME.view(CROWD, 0), Look(names=NAMES))

    assert "C6: Blue: workers: 2, sorcerer" in told
    assert "Ahu Nau Nau at" in told
    assert "moai of size 2 with headdress" in told
    assert "reserved by Red" in told
    assert "D5: moai of size 2, marked by Blue." in told
    assert "Behind my screen: workers: 2" in told
    assert told == parsed(drawing.draw(GAME, GAME.view(CROWD, 0), Look(names=NAMES))).findtext(
        "{http://www.w3.org/2000/svg}desc"
    )


# --- the island


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("name", ISLANDS)
def test_the_coast_is_one_closed_line_round_every_sea_edge(name: str, grid: Grid) -> None:
    island = load(name)
    sea = sum(6 - len(near) for near in island.neighbours.values())

    assert [len(loop) for loop in outlines(island, grid)] == [sea]


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("name", ISLANDS)
def test_no_ahu_hides_another(name: str, grid: Grid) -> None:
    placed = spots(load(name), grid)
    worst = max(overlap(a, b) for a in placed for b in placed if a is not b)

    assert worst < 0.12


def overlap(one: Spot, other: Spot) -> float:
    """How much of a sign another one hides, as a share."""
    x = WIDE - abs(one.at[0] - other.at[0])
    y = TALL - abs(one.at[1] - other.at[1])
    return max(0.0, x) * max(0.0, y) / (WIDE * TALL)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_picture_is_as_wide_as_it_was_asked_for(theme: Any, width: int) -> None:
    root = parsed(drawing.draw(GAME, GAME.view(CROWD, 0), Look(THEMES[theme], width)))

    assert root.get("width") == str(width)
    assert root.get("role") == "img"
