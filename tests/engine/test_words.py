"""Sentences from codes and facts, and refusals as text."""

import re

import pytest

from engine import words
from engine.errors import Illegal
from engine.game import Line, Phase
from engine.terminal.sentences import TOOL
from engine.words import (
    ENGLISH,
    FAULTS,
    N_,
    REFUSALS,
    UNCHECKED,
    Plural,
    Term,
    Unless,
    Words,
    facts,
    phase,
    plainly,
    tell,
    texts,
)
from tests.engine.toy import Took, Won

TABLE: Words = {
    "took": Plural("count", N_("{who} took a shell."), N_("{who} took {count} shells."))
}


@pytest.mark.parametrize(
    ("count", "sentence"),
    [(0, "A took 0 shells."), (1, "A took a shell."), (2, "A took 2 shells.")],
)
def test_a_number_chooses_between_two_forms(count: int, sentence: str) -> None:
    assert tell(TABLE, "took", {"who": "A", "count": count}) == sentence


SHELLS = Plural("shells", N_("{who} took a shell."), N_("{who} took {shells} shells."))
FOUND: Words = {"found": Unless(("shells", "pearls"), SHELLS, N_("{who} took nothing."))}


@pytest.mark.parametrize(
    ("shells", "pearls", "sentence"),
    [
        (0, (), "A took nothing."),
        (1, (), "A took a shell."),
        (0, (3,), "A took 0 shells."),
    ],
)
def test_where_all_facts_are_nothing_a_shorter_sentence_is_told(
    shells: int, pearls: tuple[int, ...], sentence: str
) -> None:
    known = {"who": "A", "shells": shells, "pearls": pearls}

    assert tell(FOUND, "found", known) == sentence


def test_every_text_of_a_sentence_is_known() -> None:
    assert texts("as it is") == ("as it is",)
    assert texts(FOUND["found"]) == (SHELLS.one, SHELLS.many, "{who} took nothing.")


def test_facts_are_shown_as_the_reader_would_have_them() -> None:
    made = tell({"x": "{seat}!"}, "x", {"seat": 1}, lambda name, value: f"{name} {value}")

    assert made == "seat 1!"


@pytest.mark.parametrize(
    ("value", "shown"), [((1, 2), "1, 2"), ([], "-"), ("a", "a"), ((("b", 1), 2), "b, 1, 2")]
)
def test_several_facts_stand_in_a_row(value: object, shown: str) -> None:
    assert plainly("", value) == shown


def test_an_events_facts_are_those_of_its_json() -> None:
    assert facts(Won((0, 1), 3)) == {"seats": [0, 1], "bid": 3}
    assert facts(Took(0, 2)) == {"seat": 0, "shells": 2}


@pytest.mark.parametrize("table", [REFUSALS, FAULTS, UNCHECKED, TOOL])
def test_every_sentence_of_the_engine_is_whole(table: Words) -> None:
    for code, sentence in table.items():
        assert isinstance(sentence, str)
        names = re.findall(r"{(\w+)}", sentence)
        assert tell(table, code, dict.fromkeys(names, "x"))
        assert sentence.endswith((".", ")"))


def test_a_refusal_says_its_code_and_facts() -> None:
    assert str(Illegal("too_many", beach=3)) == "too_many (beach=3)"
    assert str(Illegal("not_now")) == "not_now"


def test_a_mark_for_translation_leaves_the_english() -> None:
    assert words.N_("as it is") == "as it is"


class Latin:
    """A tongue with one term, which has an accusative."""

    def say(self, text: str, form: str = "") -> str:
        known = {("servant", ""): "servus {n}", ("servant", "acc"): "servum {n}"}
        return known.get((text, form), text)

    def count(self, one: str, many: str, number: int) -> str:
        return one if number == 1 else many


def test_a_sentence_chooses_the_form_of_a_term() -> None:
    servant = Term(Latin(), "servant", n=2)

    assert f"{servant} videt {servant:acc}." == "servus 2 videt servum 2."


def test_what_is_no_term_is_the_same_in_every_form() -> None:
    """A sentence may ask for a form where a bare number or name comes."""
    assert tell({"x": "{who:acc} {seat:gen}"}, "x", {"who": "Anna", "seat": 7}) == "Anna 7"


@pytest.mark.parametrize(
    ("value", "told"), [("auction 2", "Auction, round 2"), ("auction", "auction")]
)
def test_a_phase_is_told_with_its_count(value: str, told: str) -> None:
    """The bare name of one, as refusals have it, stays as it is."""
    assert phase({"auction": "Auction, round {count}"}, value, ENGLISH) == told


def test_a_phase_is_named_with_its_count() -> None:
    assert str(Phase("auction", 2)) == "auction 2"


def test_a_line_of_the_reckoning_is_count_times_each() -> None:
    assert Line("tablets", None, 3, 4).points == 12
