"""Islands are data: ours keep every fact that is known, and a faulty map is named for its fault."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engine import match
from engine.errors import Malformed
from engine.game import Setup
from engine.giants import Giants
from engine.giants.board import demand_room, load, read
from engine.hexes import Hex, across, distance, neighbours
from tests.engine.giants.islands import MIXED, chart
from tests.engine.giants.tables import GAME

RAPA_NUI = load("rapa-nui")
MOTU_NUI = load("motu-nui")


# --- ours


def test_rapa_nui_has_its_hexes_ahus_and_forests() -> None:
    assert RAPA_NUI.name == "Rapa Nui"
    assert len(RAPA_NUI.labels) == 47
    assert len(RAPA_NUI.ahus) == 30
    assert len(RAPA_NUI.forests) == 7
    assert sum(RAPA_NUI.forests.values()) == 27
    assert 4 in RAPA_NUI.forests.values()


def test_rapa_nuis_quarries_lie_well_apart_the_moais_in_the_east() -> None:
    moai, headdress = RAPA_NUI.sites["moai-quarry"], RAPA_NUI.sites["headdress-quarry"]
    east = {place: 2 * place.q + place.r for place in (moai, headdress)}

    assert east[moai] > east[headdress]
    assert distance(moai, headdress) == 5


def test_rapa_nuis_forests_lie_side_by_side() -> None:
    forests = set(RAPA_NUI.forests)
    reached = {min(forests)}
    for _ in forests:
        reached |= {near for place in reached for near in neighbours(place) if near in forests}

    assert reached == forests


def test_rapa_nui_has_the_values_that_the_rulebooks_name() -> None:
    """9, 8, (8, 6), (5, 6) and (3, 8)."""
    values = {(ahu.moai, ahu.headdress) for ahu in RAPA_NUI.ahus.values()}

    assert {(8, 6), (5, 6), (3, 8)} <= values
    assert 9 in {moai for moai, _ in values}


@pytest.mark.parametrize("ahu", sorted(RAPA_NUI.ahus))
def test_an_ahus_worth_grows_with_its_way_from_the_quarries(ahu: str) -> None:
    """Moai: distance + 1; headdress: distance + 2; 9 at most."""
    found = RAPA_NUI.ahus[ahu]
    moai = distance(found.hex, RAPA_NUI.sites["moai-quarry"])
    headdress = distance(found.hex, RAPA_NUI.sites["headdress-quarry"])

    assert (found.moai, found.headdress) == (min(9, moai + 1), min(9, headdress + 2))


@pytest.mark.parametrize("island", [RAPA_NUI, MOTU_NUI])
def test_every_ahu_adjoins_one_hex_and_the_sea(island: Any) -> None:
    for ahu in island.ahus.values():
        assert ahu.hex in island.labels
        assert across(ahu.hex, ahu.edge) not in island.labels
        assert ahu in island.ahus_at[ahu.hex]
    assert Counter(len(ahus) for ahus in island.ahus_at.values())[2] > 0


def test_no_site_or_forest_of_rapa_nui_has_an_ahu() -> None:
    special = {*RAPA_NUI.sites.values(), *RAPA_NUI.forests}

    assert len(special) == 11
    assert all(RAPA_NUI.ahus_at[place] == () for place in special)


def test_the_shared_examples_place_their_hexes_where_the_contract_says() -> None:
    labels = {"B7": (4, -2), "A4": (2, -3), "E6": (1, 1), "D7": (3, 0), "E3": (-2, 1)}

    assert {label: tuple(RAPA_NUI.by_label[label]) for label in labels} == labels
    assert {label: RAPA_NUI.label(Hex(*place)) for label, place in labels.items()} == {
        label: label for label in labels
    }


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("name", ["rapa-nui", "motu-nui"])
def test_both_islands_seat_3_4_and_5(name: str, seats: int) -> None:
    demand_room(GAME.islands[name], seats)

    done = match.start(GAME, "m", Setup(seats, {"island": name}), b"seed")
    assert done.match.state.options.island == name


def test_motu_nui_is_small_and_whole() -> None:
    assert len(MOTU_NUI.labels) == 23
    assert len(MOTU_NUI.ahus) == 28
    assert sum(MOTU_NUI.forests.values()) == 27
    moai, headdress = MOTU_NUI.sites["moai-quarry"], MOTU_NUI.sites["headdress-quarry"]
    assert distance(moai, headdress) == 2


# --- another one


def test_another_island_is_played_without_a_change_of_code() -> None:
    done = match.start(MIXED, "m", Setup(3), b"seed")

    assert done.match.state.options.island == "mixed"
    assert MIXED.meta.options[0].choices == ("mixed",)


def test_hexes_are_labelled_by_row_from_the_north_and_number_from_the_west() -> None:
    """Past 26 rows the letters double."""
    data = chart("motu-nui") | {"ahus": []}
    data["hexes"] += [{"q": 0, "r": row} for row in range(3, 27)]
    island = read(data)

    assert island.label(Hex(0, -2)) == "A1"
    assert island.label(Hex(0, 23)) == "Z1"
    assert island.label(Hex(0, 24)) == "AA1"
    assert island.by_label["AC1"] == (0, 26)


# --- faults


def with_ahu(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["ahus"][0].update(changes)


def with_hex(number: int, **changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["hexes"][number].update(changes)


def sunk(data: dict[str, Any]) -> None:
    data.update(hexes=[], ahus=[])


FAULTS: list[tuple[str, Callable[[dict[str, Any]], Any], dict[str, Any]]] = [
    ("hex_twice", lambda data: data["hexes"].append({"q": 0, "r": -2}), {"hex": (0, -2)}),
    ("no_land", sunk, {}),
    ("land_apart", lambda data: data["hexes"].append({"q": 9, "r": 9}), {"hex": (9, 9)}),
    ("site_count", lambda data: data["hexes"][5].pop("site"), {"site": "hut", "found": 0}),
    ("site_count", with_hex(4, site="hut"), {"site": "hut", "found": 2}),
    ("site_count", with_hex(4, site="moai-quarry"), {"site": "moai-quarry", "found": 2}),
    ("forest_sum", with_hex(4, forest=1), {"found": 28, "needed": 27}),
    ("forest_sum", with_hex(0, forest=2), {"found": 26, "needed": 27}),
    ("value_below_zero", with_hex(0, forest=-1), {"what": "forest", "value": -1}),
    ("value_below_zero", with_ahu(moai=-2), {"what": "motu-iti", "value": -2}),
    ("value_below_zero", with_ahu(headdress=-1), {"what": "motu-iti", "value": -1}),
    ("ahu_twice", with_ahu(id="kao-kao"), {"ahu": "kao-kao"}),
    ("edge_twice", with_ahu(edge="W"), {"hex": (-2, 0), "edge": "W"}),
    ("ahu_at_sea", with_ahu(hex=[7, 7]), {"ahu": "motu-iti", "hex": (7, 7)}),
    ("ahu_inland", with_ahu(edge="E"), {"ahu": "motu-iti", "hex": (-2, 0), "edge": "E"}),
]


@pytest.mark.parametrize(("code", "spoil", "wrong"), FAULTS)
def test_a_faulty_map_is_rejected_with_its_fault(
    code: str, spoil: Callable[[dict[str, Any]], Any], wrong: dict[str, Any]
) -> None:
    data = chart("motu-nui")
    spoil(data)
    with pytest.raises(Malformed) as caught:
        read(data)

    assert (caught.value.code, dict(caught.value.facts)) == (code, wrong)


@pytest.mark.parametrize(
    "spoil",
    [
        with_ahu(moai=2.5),
        with_ahu(moai="9"),
        with_ahu(headdress=True),
        with_ahu(edge="N"),
        with_hex(0, forest=1.5),
        with_hex(0, site="tavern"),
        with_hex(0, colour="red"),
        lambda data: data.pop("name"),
    ],
)
def test_a_map_of_another_shape_is_rejected_with_the_place_of_the_fault(
    spoil: Callable[[dict[str, Any]], Any],
) -> None:
    """Values that are not whole are of the wrong shape."""
    data = chart("motu-nui")
    spoil(data)
    with pytest.raises(Malformed) as caught:
        read(data)

    assert caught.value.code in ("wrong_shape", "unknown_field", "missing_field")
    assert str(caught.value.facts["path"]).startswith("$")


def test_fewer_ahus_than_bases_is_refused_when_a_match_is_dealt() -> None:
    data = chart("motu-nui")
    data["ahus"] = data["ahus"][:23]
    game = Giants({"bare": read(data)})
    match.start(game, "m", Setup(3), b"seed")  # 21 bases find room
    with pytest.raises(Malformed) as caught:
        match.start(game, "m", Setup(4), b"seed")

    assert (caught.value.code, dict(caught.value.facts)) == (
        "too_few_ahus",
        {"island": "Motu Nui", "ahus": 23, "needed": 24, "seats": 4},
    )
