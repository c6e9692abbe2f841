"""The codec: round trips of every sort of annotation, refusals by path, hidden parts apart."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum, StrEnum
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import pytest
from hypothesis import given, strategies as st

from engine import codec
from engine.canonical import SAFE
from engine.codec import Span, hidden, later
from engine.errors import Malformed
from engine.words import REFUSALS, tell


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Size(Enum):
    SMALL = 1
    LARGE = 2


class Place(NamedTuple):
    row: int
    name: str


@dataclass(frozen=True)
class Inner:
    number: Annotated[int, Span(1, 6)]
    note: str = "none"


@dataclass(frozen=True)
class Move:
    kind: ClassVar[str] = "move"
    to: Place
    card: Colour = hidden()
    wager: int = hidden(default=0)


@dataclass(frozen=True)
class Rest:
    kind: ClassVar[str] = "rest"


@dataclass(frozen=True)
class Everything:
    flag: bool
    number: int
    text: str
    data: bytes
    nothing: None
    colour: Colour
    size: Size
    place: Place
    pair: tuple[int, str]
    numbers: tuple[int, ...]
    places: frozenset[Place]
    by_name: Mapping[str, Inner]
    by_seat: dict[int, bool]
    by_colour: Mapping[Colour, int]
    by_size: Mapping[Size, int]
    word: Literal["a", "b"]
    perhaps: Inner | None
    either: Move | Rest | None
    mixed: tuple[int, ...] | Literal["all"] | Rest
    plain: bool | int | str
    anything: Any
    listed: tuple[Inner, ...] = field(default_factory=tuple)


TEXT = st.text(max_size=5)
INTEGER = st.integers(-SAFE, SAFE)
PLACE = st.builds(Place, INTEGER, TEXT)
INNER = st.builds(Inner, st.integers(1, 6), TEXT)
MOVE = st.builds(Move, PLACE, st.sampled_from(Colour), INTEGER)
ANYTHING = st.none() | INTEGER | TEXT | st.lists(TEXT) | st.dictionaries(TEXT, INTEGER)
EVERYTHING = st.builds(
    Everything,
    flag=st.booleans(),
    number=INTEGER,
    text=TEXT,
    data=st.binary(max_size=4),
    nothing=st.none(),
    colour=st.sampled_from(Colour),
    size=st.sampled_from(Size),
    place=PLACE,
    pair=st.tuples(INTEGER, TEXT),
    numbers=st.lists(INTEGER, max_size=3).map(tuple),
    places=st.frozensets(PLACE, max_size=3),
    by_name=st.dictionaries(TEXT, INNER, max_size=2),
    by_seat=st.dictionaries(INTEGER, st.booleans(), max_size=2),
    by_colour=st.dictionaries(st.sampled_from(Colour), INTEGER),
    by_size=st.dictionaries(st.sampled_from(Size), INTEGER),
    word=st.sampled_from(["a", "b"]),
    perhaps=st.none() | INNER,
    either=st.none() | MOVE | st.just(Rest()),
    mixed=st.lists(INTEGER, max_size=2).map(tuple) | st.just("all") | st.just(Rest()),
    plain=st.booleans() | INTEGER | TEXT,
    anything=ANYTHING,
    listed=st.lists(INNER, max_size=2).map(tuple),
)

GOOD = codec.write(
    Everything,
    Everything(
        flag=True,
        number=1,
        text="t",
        data=b"\x0a",
        nothing=None,
        colour=Colour.RED,
        size=Size.LARGE,
        place=Place(2, "p"),
        pair=(3, "q"),
        numbers=(4, 5),
        places=frozenset({Place(7, "b"), Place(6, "z")}),
        by_name={"one": Inner(1)},
        by_seat={0: True},
        by_colour={Colour.BLUE: 1},
        by_size={Size.SMALL: 2},
        word="a",
        perhaps=None,
        either=Move(Place(0, ""), Colour.BLUE),
        mixed=(1, 2),
        plain=False,
        anything={"x": [None]},
    ),
)


@given(EVERYTHING)
def test_what_is_written_is_read_back_the_same(value: Everything) -> None:
    assert codec.read(Everything, codec.write(Everything, value)) == value


def test_each_sort_of_annotation_has_its_json() -> None:
    assert GOOD == {
        "flag": True,
        "number": 1,
        "text": "t",
        "data": "0a",
        "nothing": None,
        "colour": "red",
        "size": 2,
        "place": [2, "p"],
        "pair": [3, "q"],
        "numbers": [4, 5],
        "places": [[6, "z"], [7, "b"]],
        "by_name": {"one": {"number": 1, "note": "none"}},
        "by_seat": {"0": True},
        "by_colour": {"blue": 1},
        "by_size": {"1": 2},
        "word": "a",
        "perhaps": None,
        "either": {"kind": "move", "to": [0, ""], "card": "blue", "wager": 0},
        "mixed": [1, 2],
        "plain": False,
        "anything": {"x": [None]},
        "listed": [],
    }


REFUSED: list[tuple[str, Any, str, str]] = [
    ("flag", 1, "$.flag", "true or false"),
    ("number", True, "$.number", "a whole number"),
    ("number", 1.0, "$.number", "a whole number"),
    ("number", "1", "$.number", "a whole number"),
    ("number", 2**53, "$.number", "a whole number"),
    ("text", 5, "$.text", "a text"),
    ("text", "\ud800", "$.text", "a text"),
    ("data", "0A", "$.data", "bytes in hex"),
    ("data", "0", "$.data", "bytes in hex"),
    ("data", 0, "$.data", "bytes in hex"),
    ("nothing", 0, "$.nothing", "null"),
    ("colour", "green", "$.colour", "one of red, blue"),
    ("colour", ["red"], "$.colour", "one of red, blue"),
    ("size", 3, "$.size", "one of 1, 2"),
    ("size", True, "$.size", "one of 1, 2"),
    ("place", [1], "$.place", "a list of 2"),
    ("place", {"row": 1, "name": ""}, "$.place", "a list of 2"),
    ("place", ["1", "n"], "$.place[0]", "a whole number"),
    ("pair", [3, 4], "$.pair[1]", "a text"),
    ("numbers", "45", "$.numbers", "a list"),
    ("numbers", [4, None], "$.numbers[1]", "a whole number"),
    ("places", [[1, "a"], [1, "a"]], "$.places", "a list without repeats"),
    ("by_name", [], "$.by_name", "an object"),
    ("by_name", {"one": {"number": 7}}, "$.by_name.one.number", "a whole number from 1 to 6"),
    ("by_name", {"one": {"number": True}}, "$.by_name.one.number", "a whole number from 1 to 6"),
    ("by_name", {"one": 1}, "$.by_name.one", "an object"),
    ("by_seat", {"x": True}, "$.by_seat.x", "a whole number"),
    ("by_seat", {"01": True}, "$.by_seat.01", "a whole number"),
    ("by_seat", {" 1": True}, "$.by_seat. 1", "a whole number"),
    ("by_seat", {"9" * 16: True}, "$.by_seat." + "9" * 16, "a whole number"),
    ("by_seat", {"0": 0}, "$.by_seat.0", "true or false"),
    ("by_colour", {"green": 1}, "$.by_colour.green", "one of red, blue"),
    ("by_size", {"3": 1}, "$.by_size.3", "one of 1, 2"),
    ("word", "c", "$.word", "one of a, b"),
    ("perhaps", 5, "$.perhaps", "an object"),
    ("either", {"kind": "fly"}, "$.either.kind", "one of move, rest"),
    ("either", {}, "$.either.kind", "one of move, rest"),
    ("either", {"kind": 1}, "$.either.kind", "one of move, rest"),
    ("either", 5, "$.either", "an object with a kind"),
    ("mixed", "none", "$.mixed", "one of all"),
    ("plain", None, "$.plain", "a text"),
    ("anything", [0.5], "$.anything", "JSON without fractions or large numbers"),
]


@pytest.mark.parametrize(("name", "value", "path", "wanted"), REFUSED)
def test_what_does_not_fit_is_refused_by_its_path(
    name: str, value: Any, path: str, wanted: str
) -> None:
    with pytest.raises(Malformed) as caught:
        codec.read(Everything, GOOD | {name: value})

    assert (caught.value.code, caught.value.facts) == (
        "wrong_shape",
        {"path": path, "wanted": wanted},
    )
    assert tell(REFUSALS, "wrong_shape", caught.value.facts) == f"{path} should be {wanted}."


def test_a_field_that_nobody_knows_is_refused() -> None:
    with pytest.raises(Malformed) as caught:
        codec.read(Inner, {"number": 1, "zeal": 1})

    assert caught.value.code == "unknown_field"
    assert caught.value.facts == {"path": "$.zeal", "known": ("number", "note")}


def test_a_field_without_a_default_must_be_there() -> None:
    with pytest.raises(Malformed) as caught:
        codec.read(Inner, {"note": "x"})

    assert caught.value.code == "missing_field"
    assert caught.value.facts == {"path": "$.number"}


def test_a_field_with_a_default_may_be_left_out() -> None:
    assert codec.read(Inner, {"number": 2}) == Inner(2, "none")


def test_a_later_field_is_written_only_where_it_is_not_its_default() -> None:
    """What was written before there was such a field keeps its bytes, and reads as its default."""

    @dataclass(frozen=True)
    class Grown:
        number: int
        version: str = later("1")

    for value, written in (
        (Grown(5), {"number": 5}),
        (Grown(5, "2"), {"number": 5, "version": "2"}),
    ):
        assert codec.write(Grown, value) == written
        assert codec.read(Grown, written) == value


def test_a_long_name_that_nobody_knows_is_cut_short() -> None:
    with pytest.raises(Malformed) as caught:
        codec.read(Inner, {"number": 1, "z" * 5000: 1})

    assert caught.value.facts["path"] == "$." + "z" * 59 + "…"


def test_a_tagged_class_by_itself_demands_its_kind() -> None:
    with pytest.raises(Malformed) as caught:
        codec.read(Rest, {"kind": "move"})

    assert caught.value.facts == {"path": "$.kind", "wanted": "rest"}


def test_an_action_is_split_into_what_all_may_see_and_what_stays_hidden() -> None:
    shown, secret = codec.split(Move(Place(1, "a"), Colour.RED, 3))

    assert shown == {"kind": "move", "to": [1, "a"]}
    assert secret == {"card": "red", "wager": 3}


@pytest.mark.parametrize("kind", [list[int], set, complex])
def test_an_annotation_that_the_codec_does_not_know_is_a_mistake_in_the_code(kind: Any) -> None:
    with pytest.raises(TypeError, match="knows no"):
        codec.read(kind, [])
    with pytest.raises(TypeError, match="knows no"):
        codec.write(kind, [])


def test_two_containers_cannot_share_a_place() -> None:
    with pytest.raises(TypeError, match="cannot tell apart"):
        codec.write(tuple[int, ...] | tuple[str, ...], (1,))


def test_a_dataclass_with_a_kind_among_its_fields_is_not_tagged() -> None:
    @dataclass(frozen=True)
    class Wind:
        kind: str = "north"

    assert codec.write(Wind, Wind()) == {"kind": "north"}
    assert codec.read(Wind, {"kind": "south"}) == Wind("south")


def test_an_integer_that_is_also_an_enum_is_its_number() -> None:
    class Die(IntEnum):
        SIX = 6

    assert codec.read(Die, codec.write(Die, Die.SIX)) is Die.SIX
