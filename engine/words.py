"""Sentences for codes and kinds: what any game may refuse, and how a table of sentences is read.

Every game has such a table of its own. `N_` marks a sentence for translation; the table keeps the
English.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for a mark
    return text


@dataclass(frozen=True, slots=True)
class Plural:
    """Two forms of a sentence, told apart by the number in the fact `by`."""

    by: str
    one: str
    many: str


Sentence: TypeAlias = str | Plural
Words: TypeAlias = Mapping[str, Sentence]
Show: TypeAlias = Callable[[str, Any], str]  # a fact's name and value, as a reader would have it

REFUSALS: Words = {
    "wrong_shape": N_("{path} should be {wanted}."),
    "unknown_field": N_("{path} is not known here; these are: {known}."),
    "missing_field": N_("{path} is missing."),
    "unknown_option": N_("There is no option {option}; there are: {known}."),
    "wrong_option": N_("The option {option} should be {wanted}."),
    "wrong_seats": N_("{game} is played by {allowed} players, not {seats}."),
    "out_of_turn": N_("It is not this seat's turn: awaited is {awaited}."),
    "match_over": N_("This match is over."),
    "sealed_now": N_("The actions of this phase are sealed and open together."),
    "not_sealed": N_("This phase has no sealed actions."),
    "not_all_in": N_("These seats have not acted yet: {missing}."),
    "nothing_to_undo": N_("There is no step of this seat's own to undo."),
    "final_step": N_(
        "That step cannot be undone: a die, a card, a base or the receptacle answered."
    ),
}


def plainly(_name: str, value: Any) -> str:
    """A fact as it is; several in a row with commas."""
    if isinstance(value, tuple | list):
        return ", ".join(plainly("", inner) for inner in value) or "-"
    return str(value)


def tell(words: Words, code: str, facts: Mapping[str, Any], show: Show = plainly) -> str:
    """The English sentence for a code, its facts filled in."""
    sentence = words[code]
    if isinstance(sentence, Plural):
        sentence = sentence.one if facts[sentence.by] == 1 else sentence.many
    return sentence.format(**{name: show(name, value) for name, value in facts.items()})
