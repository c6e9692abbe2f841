"""Notation: every action said and read back, and what cannot be read told apart."""

from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

from engine.errors import Ambiguous, Illegal, Malformed, Refusal
from engine.rapanui.actions import (
    Action,
    Buy,
    Claim,
    Discard,
    Draw,
    Gain,
    Lay,
    Play,
    Sacrifice,
    Take,
)
from engine.rapanui.cards import Card, Good
from engine.rapanui.state import Stage, State
from tests.engine.rapanui.table import GAME, cards, goods, table, tribe
from tests.engine.rapanui.test_choices import EVERY_ACTION

OWN = tribe(wood=9, hand=cards(potato=2, priest=1), goods=goods(fish=1, grain=1))
COLUMNS = (
    (Card.PRIEST, Card.MOAI),
    (Card.PRIEST, Card.FISH),
    (Card.MOAI, Card.PRIEST),
    (Card.FISH, Card.MOAI),
)


def at(stage: Stage) -> State:
    return table(OWN, tribe(), stage=stage, columns=COLUMNS)


def read(text: str, stage: Stage = Stage.PLAY) -> Action:
    return GAME.parse(at(stage), 0, text)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Buy(Good.FISH), "buy fish"),
        (Play(Card.FISH, 2), "play 2 fish gatherers"),
        (Play(Card.GRAIN), "play grain gatherer"),
        (Play(Card.PRIEST, 1, Good.GRAIN), "buy grain, play priest"),
        (Play(Card.MOAI), "play moai"),
        (Discard(), "discard moai"),
        (Discard(Good.FISH), "buy fish, discard moai"),
        (Sacrifice(Good.POTATO), "sacrifice potato"),
        (Lay(Good.FISH, Good.GRAIN), "lay fish, add grain"),
        (Lay(None, Good.GRAIN), "lay nothing, add grain"),
        (Lay(Good.FISH, None), "lay fish, add nothing"),
        (Draw(3), "draw 3"),
        (Claim(Gain.WOOD), "wood"),
        (Claim(Gain.POINTS), "points"),
        (Take(Good.MULBERRY), "take mulberry"),
    ],
)
def test_each_action_has_its_words(action: Action, text: str) -> None:
    assert GAME.say(at(Stage.PLAY), action) == text


@pytest.mark.parametrize("stage", list(Stage))
def test_every_action_is_read_back_from_its_words_at_every_step(stage: Stage) -> None:
    state = at(stage)

    for action in EVERY_ACTION:
        assert GAME.parse(state, 0, GAME.say(state, action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("  BUY   Fish ", Buy(Good.FISH)),
        ("buy a fish card", Buy(Good.FISH)),
        ("buy mulb", Buy(Good.MULBERRY)),
        ("buy 1 potato", Buy(Good.POTATO)),
        ("play two potatoes", Play(Card.POTATO, 2)),
        ("play 2x potato gatherers", Play(Card.POTATO, 2)),
        ("Play the Priest!", Play(Card.PRIEST)),
        ("priest", Play(Card.PRIEST)),
        ("potato gatherer", Play(Card.POTATO)),
        ("2 potato gatherers", Play(Card.POTATO, 2)),
        ("play priest and buy grain", Play(Card.PRIEST, 1, Good.GRAIN)),
        ("buy grain then play 2 potatos", Play(Card.POTATO, 2, Good.GRAIN)),
        ("buy grain;\nplay priest", Play(Card.PRIEST, 1, Good.GRAIN)),
        ("discard", Discard()),
        ("discard one moai", Discard()),
        ("discard moais", Discard()),
        ("lay nothing", Lay(None, None)),
        ("lay fish face down + add grain", Lay(Good.FISH, Good.GRAIN)),
        ("add grain, lay fish", Lay(Good.FISH, Good.GRAIN)),
        ("add grain", Lay(None, Good.GRAIN)),
        ("draw from column 3", Draw(3)),
        ("draw three", Draw(3)),
        ("take points", Claim(Gain.POINTS)),
        ("claim wood", Claim(Gain.WOOD)),
        ("take mulberries", Take(Good.MULBERRY)),
        ("sacrifice my grains", Sacrifice(Good.GRAIN)),
    ],
)
def test_case_plurals_small_words_order_and_shortening_do_not_matter(
    text: str, action: Action
) -> None:
    assert read(text) == action


@pytest.mark.parametrize(
    ("text", "stage", "action"),
    [
        ("grain", Stage.SACRIFICE, Sacrifice(Good.GRAIN)),
        ("4", Stage.DRAW, Draw(4)),
        ("grain", Stage.SUBSTITUTE, Take(Good.GRAIN)),
        ("fish gatherer", Stage.DRAW, Draw(2)),
        ("draw priest", Stage.DRAW, Draw(3)),
    ],
)
def test_where_only_one_verb_can_be_meant_it_may_be_left_out(
    text: str, stage: Stage, action: Action
) -> None:
    assert read(text, stage) == action


@pytest.mark.parametrize("text", ["play p", "play gatherers"])
def test_a_short_word_means_the_one_card_that_can_be_played(text: str) -> None:
    state = table(tribe(hand=cards(potato=1, moai=2)), tribe())

    assert GAME.parse(state, 0, text) == Play(Card.POTATO)


@pytest.mark.parametrize(
    ("text", "stage", "candidates"),
    [
        ("fish", Stage.PLAY, ("buy fish", "play fish gatherer")),
        ("play p", Stage.PLAY, ("play potato gatherer", "play priest")),
        ("play m", Stage.PLAY, ("play mulberry gatherer", "play moai")),
        ("draw moai", Stage.DRAW, ("draw 1", "draw 4")),
        ("fish", Stage.LAY, ("lay fish, add nothing", "lay nothing, add fish")),
    ],
)
def test_what_can_mean_two_things_is_asked_back_with_both(
    text: str, stage: Stage, candidates: tuple[str, ...]
) -> None:
    with pytest.raises(Ambiguous) as refusal:
        read(text, stage)

    assert refusal.value.facts == {"text": text, "candidates": candidates}


@pytest.mark.parametrize(
    "text",
    [
        "",
        " , ",
        "!?",
        "buy",
        "buy fish grain",
        "buy 2 fish",
        "play",
        "play 2 3 fish",
        "play 99999999 fish",
        "play fish grain",
        "discard fish",
        "discard 2",
        "draw",
        "draw 3 fish",
        "buy fish, buy grain",
        "buy fish, draw 3",
        "wood, points",
        "2",
    ],
)
def test_what_is_no_action_is_unreadable_and_told_how_to_write_one(text: str) -> None:
    with pytest.raises(Malformed) as refusal:
        read(text)

    assert refusal.value.code == "unreadable"
    assert refusal.value.facts["hint"] == "buy fish, play 2 grain gatherers"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("buy beer", "beer"),
        ("hello", "hello"),
        ("play wolf", "wolf"),
        ("take moai", "moai"),
    ],
)
def test_an_unknown_word_is_named(text: str, word: str) -> None:
    with pytest.raises(Malformed) as refusal:
        read(text)

    assert (refusal.value.code, refusal.value.facts["word"]) == ("unknown_word", word)


def test_where_no_verb_can_be_left_out_a_bare_word_is_unreadable() -> None:
    with pytest.raises(Malformed, match="unreadable"):
        read("fish", Stage.CLAIM)


def test_drawing_a_card_that_is_in_front_of_no_column_is_illegal_not_unreadable() -> None:
    with pytest.raises(Illegal, match="not_in_front"):
        read("draw grain", Stage.DRAW)


@pytest.mark.parametrize("text", ["play 9 fish", "draw 9", "take fish"])
def test_what_can_be_read_but_not_done_is_left_for_the_rules_to_refuse(text: str) -> None:
    action = read(text)

    with pytest.raises(Illegal):
        GAME.check(at(Stage.PLAY), 0, action)


def test_a_long_text_is_repeated_only_in_part() -> None:
    with pytest.raises(Malformed) as refusal:
        read("buy " + "fish " * 100)

    assert len(str(refusal.value.facts["text"])) == 60


@given(st.text(max_size=40), st.sampled_from(Stage))
def test_whatever_is_written_is_read_or_refused(text: str, stage: Stage) -> None:
    with suppress(Refusal):
        action = read(text, stage)

        assert action in EVERY_ACTION or isinstance(action, Play | Draw)
