"""A player's words as an action, read forgivingly.

Case, plurals, small words and shortened nouns do not matter, nor does the order of two clauses.
What can mean more than one thing is asked back, never guessed.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple

from engine.errors import Ambiguous, Illegal, Malformed, Refusal, shown
from engine.game import Seat
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
from engine.rapanui.cards import CARDS, GOODS, Card, Good, gatherer
from engine.rapanui.notation import NOTHING, say
from engine.rapanui.state import Stage, State
from engine.rapanui.turn import check

_HINTS: Mapping[Stage, str] = {
    Stage.PLAY: "buy fish, play 2 grain gatherers",
    Stage.SACRIFICE: "sacrifice fish",
    Stage.LAY: "lay fish, add grain",
    Stage.DRAW: "draw 3",
    Stage.CLAIM: "points",
    Stage.SUBSTITUTE: "take fish",
    Stage.OVER: "draw 3",
}
_BARE: Mapping[Stage, tuple[str, ...]] = {  # what a clause without a verb can mean
    Stage.PLAY: ("buy", "play"),
    Stage.SACRIFICE: ("sacrifice",),
    Stage.LAY: ("lay", "add"),
    Stage.DRAW: ("draw",),
    Stage.SUBSTITUTE: ("take",),
}
_GATHERER = "gatherer"
_SINGULAR: Mapping[str, str] = {
    "fishes": "fish",
    "mulberries": "mulberry",
    "potatoes": "potato",
    "potatos": "potato",
    "grains": "grain",
    "lumberjacks": "lumberjack",
    "priests": "priest",
    "moais": "moai",
    "gatherers": _GATHERER,
    "point": "points",
}
_NUMBERS: Mapping[str, int] = {"one": 1, "two": 2, "three": 3, "four": 4}
_ARTICLES = ("a", "an", "the", "my", "i", "x", "of", "from", "for")
_SMALL = frozenset((*_ARTICLES, "card", "cards", "column", "face", "down", "open"))
_BREAK = re.compile(r"[,;+&\n]|\band\b|\bthen\b")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_DIGITS = 3  # of a number that is read at all


class _Words(NamedTuple):
    """A clause taken apart: its number, and its nouns."""

    number: int | None
    nouns: list[str]


class _Unreadable(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """A clause that means nothing, and the word that is to blame, if it is one."""

    def __init__(self, word: str | None = None) -> None:
        super().__init__(word)
        self.word = word


def parse(state: State, seat: Seat, text: str) -> Action:
    """The one action that the text means, or a refusal."""
    said, hint = shown(text.strip()), _HINTS[state.stage]
    try:
        candidates = _candidates(state, text)
    except _Unreadable as why:
        if why.word is not None:
            raise Malformed("unknown_word", word=shown(why.word), hint=hint) from None
        raise Malformed("unreadable", text=said, hint=hint) from None
    if len(candidates) > 1:
        candidates = _narrowed(state, seat, candidates)
    if len(candidates) > 1:
        raise Ambiguous("ambiguous", text=said, candidates=tuple(map(say, candidates)))
    return candidates[0]


def _candidates(state: State, text: str) -> list[Action]:
    clauses = [words for part in _BREAK.split(text.lower()) if (words := _words(part))]
    meanings = [_meanings(state, words) for words in clauses]
    made = [_action(parts) for parts in product(*meanings)]
    if not (actions := [action for action in made if action is not None]):
        raise _Unreadable
    return list(dict.fromkeys(actions))


def _narrowed(state: State, seat: Seat, candidates: list[Action]) -> list[Action]:
    """Only what is legal, if anything is; but between two verbs the rules never choose."""
    legal = [action for action in candidates if _legal(state, seat, action)]
    return legal if legal and len({type(action) for action in candidates}) == 1 else candidates


def _legal(state: State, seat: Seat, action: Action) -> bool:
    try:
        check(state, seat, action)
    except Refusal:
        return False
    return True


# --- clauses


def _words(clause: str) -> list[str]:
    words = (_SINGULAR.get(word, word) for word in _WORD.findall(clause))
    return [word for word in words if word not in _SMALL]


def _meanings(state: State, words: list[str]) -> list[tuple[str, Any]]:
    """All that a clause can mean: a verb and its object each."""
    if words[-1] in tuple(Gain) and set(words[:-1]) <= {"take", "claim"}:
        return [("claim", Gain(words[-1]))]
    if words[0] in _OBJECTS:
        return _objects(state, words[0], words[1:])
    meanings: list[tuple[str, Any]] = []
    refusal = _Unreadable()
    for verb in _BARE.get(state.stage, ()):
        try:
            meanings += _objects(state, verb, words)
        except _Unreadable as why:
            refusal = why
    if not meanings:
        raise refusal
    return meanings


def _objects(state: State, verb: str, words: list[str]) -> list[tuple[str, Any]]:
    return [(verb, what) for what in _OBJECTS[verb](state, _taken_apart(words))]


def _taken_apart(words: Sequence[str]) -> _Words:
    numbers = [number for word in words if (number := _number(word)) is not None]
    if len(numbers) > 1:
        raise _Unreadable
    return _Words(
        numbers[0] if numbers else None, [word for word in words if _number(word) is None]
    )


def _number(word: str) -> int | None:
    if word.isdecimal() and len(word) <= _DIGITS:
        return int(word)
    return _NUMBERS.get(word)


def _matching(word: str, nouns: Iterable[str]) -> list[str]:
    """The nouns that a word may stand for: itself, or those that it begins."""
    nouns = tuple(nouns)
    if word in nouns:
        return [word]
    if not (found := [noun for noun in nouns if noun.startswith(word)]):
        raise _Unreadable(word)
    return found


# --- what each verb may be followed by


def _goods(_state: State, words: _Words) -> list[Good]:
    if len(words.nouns) != 1 or words.number not in (None, 1):
        raise _Unreadable
    return [Good(noun) for noun in _matching(words.nouns[0], GOODS)]


def _good_or_nothing(state: State, words: _Words) -> list[Good | None]:
    return [None] if words == (None, [NOTHING]) else [*_goods(state, words)]


def _plays(_state: State, words: _Words) -> list[Play]:
    count = 1 if words.number is None else words.number
    return [Play(card, count) for card in _cards(words.nouns)]


def _cards(nouns: list[str]) -> list[Card]:
    """The cards that one noun means; with the word gatherer only gatherers."""
    named = [noun for noun in nouns if noun != _GATHERER]
    among = [card for card in CARDS if gatherer(card) or _GATHERER not in nouns]
    if not named and nouns:
        return among
    if len(named) != 1:
        raise _Unreadable
    return [Card(noun) for noun in _matching(named[0], among)]


def _discards(_state: State, words: _Words) -> list[Card]:
    if words.number not in (None, 1) or words.nouns not in ([], [Card.MOAI]):
        raise _Unreadable
    return [Card.MOAI]


def _columns(state: State, words: _Words) -> list[int]:
    """A column by its number, or by the card in front of it."""
    if words.number is not None and not words.nouns:
        return [words.number]
    if words.number is not None:
        raise _Unreadable
    cards = _cards(words.nouns)
    fronts = [at for at, column in enumerate(state.columns, 1) if column[-1] in cards]
    if not fronts:
        raise Illegal("not_in_front", cards=tuple(cards))
    return fronts


_OBJECTS: Mapping[str, Callable[[State, _Words], Sequence[Any]]] = {
    "buy": _goods,
    "play": _plays,
    "discard": _discards,
    "sacrifice": _goods,
    "lay": _good_or_nothing,
    "add": _good_or_nothing,
    "draw": _columns,
    "take": _goods,
}


# --- clauses together


_FORMS: Mapping[frozenset[str], Callable[[dict[str, Any]], Action]] = {
    frozenset(("buy",)): lambda said: Buy(said["buy"]),
    frozenset(("play",)): lambda said: said["play"],
    frozenset(("buy", "play")): lambda said: replace(said["play"], buy=said["buy"]),
    frozenset(("discard",)): lambda _said: Discard(),
    frozenset(("buy", "discard")): lambda said: Discard(said["buy"]),
    frozenset(("sacrifice",)): lambda said: Sacrifice(said["sacrifice"]),
    frozenset(("lay",)): lambda said: Lay(said["lay"]),
    frozenset(("add",)): lambda said: Lay(None, said["add"]),
    frozenset(("lay", "add")): lambda said: Lay(said["lay"], said["add"]),
    frozenset(("draw",)): lambda said: Draw(said["draw"]),
    frozenset(("claim",)): lambda said: Claim(said["claim"]),
    frozenset(("take",)): lambda said: Take(said["take"]),
}


def _action(parts: Sequence[tuple[str, Any]]) -> Action | None:
    said = dict(parts)
    form = _FORMS.get(frozenset(said))
    return form(said) if form and len(said) == len(parts) else None
