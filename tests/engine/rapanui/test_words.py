"""Every event and every refusal has its sentence, and no sentence is left over."""

import ast
from dataclasses import fields
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

import engine.rapanui
from engine import words as shared
from engine.rapanui import words
from engine.rapanui.cards import Card, Good
from engine.rapanui.ending import MORE_MOAI, MORE_WOOD, MOST_POINTS, SHARED
from engine.rapanui.events import Event, Opened, Refilled
from engine.rapanui.state import Stage
from engine.words import Sentence, facts, tell, texts
from tests.engine.rapanui.table import GAME, table, tribe

EVENTS = get_args(Event)
REFUSALS = {"Malformed", "Ambiguous", "Illegal", "OutOfTurn", "MatchOver"}


def raised() -> dict[str, set[str]]:
    """Each refusal's code in the source, with the names of its facts."""
    found: dict[str, set[str]] = {}
    for source in Path(engine.rapanui.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in REFUSALS:
                code = ast.literal_eval(node.args[0])
                found.setdefault(code, set()).update(str(word.arg) for word in node.keywords)
    return found


def named(sentence: Sentence) -> set[str]:
    """The facts that a sentence names."""
    return {name for form in texts(sentence) for _, name, _, _ in Formatter().parse(form) if name}


def test_every_event_and_refusal_has_a_sentence_and_every_sentence_its_use() -> None:
    codes = raised().keys() - shared.REFUSALS.keys()

    assert set(words.EVENTS) == {event.kind for event in EVENTS}
    assert set(words.REFUSALS) == codes
    assert GAME.words.keys() == {*words.EVENTS, *words.REFUSALS, *shared.REFUSALS}


@pytest.mark.parametrize("event", EVENTS)
def test_an_events_sentence_names_only_facts_that_it_has(event: type) -> None:
    kind: str = event.kind  # type: ignore[attr-defined] # every event has one

    assert named(words.EVENTS[kind]) <= {part.name for part in fields(event)}


def test_a_refusals_sentence_names_only_facts_that_it_has() -> None:
    for code, known in raised().items():
        if code in words.REFUSALS:
            assert named(words.REFUSALS[code]) <= known, code


def test_facts_are_shown_as_a_reader_would_have_them() -> None:
    view = GAME.view(table(tribe(), tribe()), None)

    assert GAME.show(view, "seat", 1) == "Blue"
    assert GAME.show(view, "awaited", (0, 2)) == "Red, Green"
    assert GAME.show(view, "card", Card.FISH) == "fish gatherer"
    assert GAME.show(view, "good", Good.FISH) == "fish"
    assert GAME.show(view, "cost", 0) == "0"
    assert GAME.show(view, "phase", "turn 3") == "Turn 3"
    assert GAME.show(view, "awaited", ()) == "-"
    assert GAME.show(view, "phase", "turn 12") == "Turn 12"


def test_every_card_good_stage_and_reason_has_a_name() -> None:
    assert set(words.CARDS) == set(Card)
    assert set(words.GOODS) == set(Good)
    assert set(words.STAGES) == set(Stage)
    assert set(words.REASONS) == {MOST_POINTS, MORE_MOAI, MORE_WOOD, SHARED}


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            Refilled(2, (Card.MOAI, Card.GRAIN)),
            "Column 2 was dealt anew: moai, grain gatherer.",
        ),
        (Opened(0, (Good.FISH, Good.FISH)), "Red had laid face down: fish, fish."),
    ],
)
def test_an_event_is_told_in_a_sentence(event: Event, sentence: str) -> None:
    assert tell(GAME.words, event.kind, facts(event), words.show) == sentence
