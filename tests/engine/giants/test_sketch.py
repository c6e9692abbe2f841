"""The table in letters: everything that a seat may see is on it."""

from dataclasses import replace

from engine.giants.state import State
from tests.engine.giants.islands import MIXED
from tests.engine.giants.tables import GAME, SEATS, at, play, table


def sketched(state: State, colour: str | None = None) -> list[str]:
    view = GAME.view(state, None if colour is None else SEATS[colour])
    return GAME.sketch(view).splitlines()


def crowded() -> State:
    return table(
        seats=4, turn="blue", first="green", round=6,
        blue="2 workers, chief, 3 markers, 1 log, 7 points",
        red="worker, 2 halves; front: chief, sorcerer, 2 markers",
        green="worker; front: 1 marker", yellow="worker; passed",
        crews="C7: blue worker, 2 red workers, 1 log; D3: green sorcerer, green chief",
        items="moai 2 at C7 marked blue; headdress of red; moai 1 at B5; moai 3 at C6 moved blue",
        bases="nau-nau red 2 topped in 2; hekii blue 1; raai green", cut=(at("C4"),),
    )  # fmt: skip


def test_the_island_is_drawn_row_by_row_from_the_north() -> None:
    rows = sketched(crowded())[1:9]

    assert [row.split()[0] for row in rows] == [
        "A1..",
        "B1.",
        "C1.",
        "D1.",
        "E1..",
        "F1..",
        "G1.",
        "H1S",
    ]
    assert "C4x" in rows[2].split()
    assert "C7*" in rows[2].split()
    assert {"D3f4*", "D7M", "D4f4"} <= set(rows[3].split())
    assert "E3H" in rows[4].split()
    assert "F2V" in rows[5].split()


def test_neighbours_in_a_row_and_across_rows_stand_in_a_honeycomb() -> None:
    rows = sketched(crowded())[1:9]
    column = {cell: row.index(cell) for row in rows for cell in row.split()}

    width = column["A2"] - column["A1.."]
    assert column["B2"] - column["B1."] == width
    assert column["A1.."] - column["B1."] == width // 2


def test_what_stands_where_is_listed() -> None:
    lines = {line.strip() for line in sketched(crowded())}

    assert lines >= {
        "C7  Blue 1 worker; Red 2 workers; logs 1",
        "D3  Green sorcerer, chief",
        "C7  moai 2, marked by Blue",
        "B5  moai 1, abandoned",
        "C6  moai 3, moved by Blue",
        "-  headdress, in front of Red's screen",
        "A4  Nau Nau: moai 2 with headdress, ?",
        "B7  Heki'i: moai 1, Blue",
        "B7  Ra'ai: reserved, Green",
    }


def test_each_clan_has_a_line_with_what_lies_in_front() -> None:
    """Also markers alone, as after a bid of markers or for a half-tablet."""
    lines = [line.strip() for line in sketched(crowded())][-4:]

    assert lines == [
        "Blue   7 points, halves 0; awaited",
        "Green   0 points, halves 0; front: nobody, markers 1; first player",
        "Red   0 points, halves 2; front: sorcerer, chief, markers 2",
        "Yellow   0 points, halves 0; passed",
    ]


def test_a_seat_also_sees_what_is_behind_its_own_screen() -> None:
    assert sketched(crowded(), "blue")[-1] == (
        "Behind your screen: 2 workers, chief; markers 3, logs 1, bases 5."
    )


def test_the_supplies_stand_above_the_island() -> None:
    state = replace(table(stage="bidding", quarry=(1, 2), round=3), dice=(1, 2, 3))

    assert sketched(state)[0] == (
        "Round 3, bidding. Dice 1 2 3; quarry 1 2; box 16 11 6; headdresses 14; halves 30; logs 27."
    )


def test_a_hex_that_is_several_things_shows_them_all() -> None:
    state = table(stage="placement", turn="blue", game=MIXED)
    rows = MIXED.sketch(MIXED.view(state, None)).splitlines()[1:6]
    placed = play(state, "blue", "sorcerer A1, use forest", MIXED).state
    after = MIXED.sketch(MIXED.view(placed, None)).splitlines()[1:6]

    assert rows[0].split()[0] == "A1Vf3.."
    assert rows[4].split()[-1] == "E4Sf3.."
    assert after[0].split()[0] == "A1Vx..*"
