"""What people write as an action, by whatever door: what they quote is never theirs."""

import ast
from contextlib import suppress
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import example, given, strategies as st

from engine import spoken
from engine.errors import Malformed, Refusal
from engine.game import Setup
from engine.match import start
from engine.rapanui.actions import Play
from engine.registry import GAMES

ROOT = Path(__file__).parents[2]
RAPA_NUI = start(GAMES["rapa-nui"], "quoted", Setup(2), bytes(32)).match
SEAT = min(RAPA_NUI.game.awaiting(RAPA_NUI.state))
OWN = "play grain gatherer"
BREAKS = ("\n", "\r\n", "\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")
SIGNS = (">", "\uff1e", "\ufe65", ">\u0338", "\u226f", ">\u20d2")
LIKE_IT = tuple("|»≫▶⟩〉¦│┃⟫\u203a\u276f\u02c3\u232a\uff5c\U000e003e")


def read(text: str) -> object:
    return spoken.read(RAPA_NUI.game, RAPA_NUI.state, SEAT, text)


def code(text: str) -> str:
    with pytest.raises(Malformed) as caught:
        read(text)
    return caught.value.code


def test_clauses_of_one_line_are_read_together() -> None:
    """A control: without the sign the second clause is an action too."""
    both = read("play grain gatherer, buy fish")

    assert isinstance(both, Play)
    assert both.buy == "fish"


@pytest.mark.parametrize("between", BREAKS)
@pytest.mark.parametrize("second", ["mulberry", "buy fish", "-- \nfish", "* fish"])
def test_two_lines_are_never_one_action(between: str, second: str) -> None:
    assert code(f"{OWN}{between}{between}{second}") == "lines"


@pytest.mark.parametrize("between", BREAKS)
def test_lines_with_nothing_on_them_do_no_harm(between: str) -> None:
    assert read(f"{between} {between}{OWN}{between}\t{between}") == read(OWN)


@pytest.mark.parametrize("sign", LIKE_IT)
def test_a_line_that_begins_with_a_sign_like_it_is_quoted(sign: str) -> None:
    for text in (f"{sign} buy fish", f"{OWN}\n{sign} buy fish", f"{OWN}\n\u200b {sign}{sign}fish"):
        assert code(text) == "quoted"


@example("\u0338", "")  # which makes another letter of the two
@given(st.text(st.characters(categories=["Mn", "Mc", "Me"]), max_size=4), st.text(max_size=9))
def test_whatever_is_written_over_the_sign_it_stays_one(over: str, before: str) -> None:
    assert code(f"{before}>{over} {OWN}") == "quoted"


@pytest.mark.parametrize("unseen", ["\x00", "\x1b", "\x7f", "\u202e", "\u2066", "\u200b", "\ud800"])
def test_what_cannot_be_seen_is_not_read(unseen: str) -> None:
    for text in (f"play {unseen}grain", f"{unseen}{OWN}", f"{OWN}{unseen}"):
        assert code(text) == "invisible"


@pytest.mark.parametrize("sign", ["-", "+", "\u2212", "\u2013", "\uff0d", "- "])
def test_a_sign_before_a_number_is_not_lost(sign: str) -> None:
    assert code(f"play {sign}1 potato") == "number_sign"
    assert read("play 1 potato") == read("play potato")


@pytest.mark.parametrize("around", ["`{}`", "“{}”", "”{}”", "({})", '"{}"', "- {}", "{}."])
def test_what_people_put_around_their_words_does_no_harm(around: str) -> None:
    assert read(around.format(OWN)) == read(OWN)


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("between", BREAKS)
def test_a_quoted_line_is_never_an_action(between: str, sign: str) -> None:
    """Whatever ends a line, and however wide the sign is."""
    for text in (
        f"{OWN}{between}{sign} buy fish",
        f"{OWN}{between}\t \u200b{sign}buy fish",
        f"{sign} buy fish{between}{OWN}",
        f"{OWN},{sign} buy fish",  # as a form's field joins lines
    ):
        with pytest.raises(Malformed, match="quoted"):
            read(text)


def test_the_game_by_itself_would_buy() -> None:
    """A control: with the door's demand left out, the quoted line is played."""
    meant = RAPA_NUI.game.parse(RAPA_NUI.state, SEAT, f"{OWN}\n> buy fish")

    assert meant.buy == "fish"


@given(
    before=st.text(max_size=20),
    between=st.sampled_from(BREAKS),
    blank=st.text(" \t\u00a0\u3000\u200b\ufeff", max_size=3),
    sign=st.sampled_from(SIGNS),
    after=st.sampled_from(["buy fish", "play priest", "draw 3", "points", "pass", ""]),
)
def test_no_text_with_a_quoted_line_is_read(
    before: str, between: str, blank: str, sign: str, after: str
) -> None:
    with pytest.raises(Malformed) as caught:
        read(f"{before}{between}{blank}{sign}{after}")

    assert (caught.value.code, caught.value.facts) == ("quoted", {})


@given(st.text(max_size=30))
def test_whatever_is_understood_has_no_such_sign(text: str) -> None:
    with suppress(Refusal):
        read(text)
        assert ">" not in normalize("NFKC", text)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_no_action_is_written_with_the_sign(slug: str) -> None:
    """So that nothing is lost: what a game says of an action is always read."""
    game = GAMES[slug]
    now = start(game, "spoken", Setup(min(game.meta.seats)), bytes(32)).match
    seat = min(game.awaiting(now.state))
    for action in game.choices(now.state, seat):
        assert spoken.read(game, now.state, seat, game.say(now.state, action)) == action


def test_every_door_reads_words_in_this_one_way() -> None:
    """Only a record's signed words are asked of the game itself: they stay what they were."""
    asking = {
        str(file.relative_to(ROOT))
        for folder in ("engine", "service", "workers", "client/moaipost")
        for file in (ROOT / folder).rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "parse"
        and len(call.args) == len(("state", "seat", "text"))
    }

    assert asking == {
        "engine/spoken.py",
        "engine/proofs.py",
        "engine/rapanui/__init__.py",  # to its reader
        "service/api/turn_examples.py",  # words of our own
    }
