"""Sentences for codes and kinds: what any game may refuse, and how a table of sentences is read.

Every game has such a table of its own, in English; a tongue tells it in another language. `N_`
marks a sentence for translation, `T_` a term, which a sentence may want in a form of its own: in
German `{figure:acc}` puts the accusative of the figure there, which German's catalogue names.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol, Self, TypeAlias

from engine import codec


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for a mark
    return text


def T_(text: str) -> str:  # noqa: N802 - beside gettext's own
    return text


class Tongue(Protocol):
    """A language to tell things in: from our English to a reader's own."""

    def say(self, text: str, form: str = "") -> str:
        """A sentence, or a term in one of its forms."""

    def count(self, one: str, many: str, number: int) -> str:
        """The form of a sentence that goes with a number."""


class English:
    """Our own language, which needs no catalogue."""

    def say(self, text: str, form: str = "") -> str:  # noqa: ARG002 - English has one form
        return text

    def count(self, one: str, many: str, number: int) -> str:
        return one if number == 1 else many


ENGLISH: Final = English()


class Term(str):
    """A term in a tongue, in the plain form or in the one that a sentence asks for."""

    __slots__ = ("facts", "text", "tongue")
    text: str
    tongue: Tongue
    facts: Mapping[str, Any]

    def __new__(cls, tongue: Tongue, text: str, **facts: Any) -> Self:
        made = super().__new__(cls, tongue.say(text).format(**facts))
        made.text, made.tongue, made.facts = text, tongue, facts
        return made

    def __format__(self, form: str) -> str:
        return self.tongue.say(self.text, form).format(**self.facts) if form else str(self)


class Formless(str):
    """What is no term, a number or a name: it is the same in whatever form is asked for."""

    __slots__ = ()

    def __format__(self, _form: str) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class Plural:
    """Two forms of a sentence, told apart by the number in the fact `by`."""

    by: str
    one: str
    many: str


@dataclass(frozen=True, slots=True)
class Unless:
    """A sentence, and the shorter one where all the facts in `by` are nothing: 0, or no list."""

    by: tuple[str, ...]
    told: str | Plural
    nothing: str | Plural


Sentence: TypeAlias = str | Plural | Unless
Words: TypeAlias = Mapping[str, Sentence]
Show: TypeAlias = Callable[[str, Any], str]  # a fact's name and value, as a reader would have it

REFUSALS: Words = {
    "wrong_shape": N_("{path} should be {wanted}."),
    "unknown_field": N_("{path} is not known here; these are: {known}."),
    "missing_field": N_("{path} is missing."),
    "unknown_option": N_("There is no option {option}; there are: {known}."),
    "wrong_option": N_("The option {option} should be {wanted}."),
    "unknown_rules": N_("{game} is not played here by the rules “{rules}”, only by: {known}."),
    "wrong_seats": N_("{game} is played by {allowed} players, not {seats}."),
    "wrong_nonces": N_("There are {seats} seats, but nonces for {given}."),
    "no_such_seat": N_("There is no seat {seat}; there are {seats}, counted from 0."),
    "quoted": N_(
        "Signs like “>” and “|” stand before what somebody else wrote. Write your action alone, "
        "without them."
    ),
    "lines": N_("Write one action on one line."),
    "invisible": N_("Some signs in your words cannot be seen. Write them anew by hand."),
    "number_sign": N_("A number has no sign here, and this one does: {text}."),
    "out_of_turn": N_("It is not this seat's turn: awaited is {awaited}."),
    "match_over": N_("This match is over."),
    "sealed_now": N_("The actions of this phase are sealed and open together."),
    "not_sealed": N_("This phase has no sealed actions."),
    "not_all_in": N_("These seats have not acted yet: {missing}."),
    "not_the_default": N_("Seat {seat} is absent, and this is not what an absent seat does."),
    "not_json": N_("This is not JSON as it is read here: {why}."),
    "nothing_to_undo": N_("There is no step of this seat's own to undo."),
    "final_step": N_(
        "That step cannot be undone: a die, a card, a base or the receptacle answered."
    ),
}

FAULTS: Words = {
    "bad_shape": N_("Entry {entry} is not an entry's shape: {path} should be {wanted}."),
    "missing_part": N_("Entry {entry} is not an entry's shape: {path} is missing."),
    "unknown_part": N_("Entry {entry} is not an entry's shape: {path} is not known there."),
    "half_open": N_("Entry {entry} shows only one of its salt and its private part."),
    "wrong_number": N_("Where entry {entry} should be, there is one numbered {number}."),
    "no_deal": N_("The record does not begin with a deal."),
    "second_deal": N_("Entry {entry} deals a second time."),
    "wrong_previous": N_("Entry {entry} does not name the hash of the entry before it."),
    "wrong_hash": N_("The hash of entry {entry} is not that of its content."),
    "wrong_seal": N_("The private part of entry {entry} is not the one that was sealed."),
    "wrong_commitment": N_("In entry {entry} the action of seat {seat} is not what was committed."),
    "wrong_hidden_commitment": N_(
        "In entry {entry} the hidden part of seat {seat} is not what was committed."
    ),
    "unlike_seats": N_("In entry {entry} public and private part speak of different seats."),
    "wrong_turn": N_("Entry {entry} has turn {turn}, but {expected} comes next."),
    "wrong_undo": N_("Entry {entry} takes back entry {undoes}, which is not its seat's last step."),
    "withheld": N_("The seed is shown, but the private part of entry {entry} is not."),
    "header": N_("The record's {field} is not the one that entry 1 names."),
    "unknown_format": N_("The record's format is {format}; only {known} is known here."),
    "wrong_seed": N_("The seed is not the one whose hash was published in entry 1."),
    "seed_missing": N_("The match has an outcome, but the record does not show its seed."),
    "wrong_nonces": N_("Entry 1 has {seats} seats, but nonces for {given}."),
    "wrong_draw": N_("In entry {entry} draw {counter} ({purpose}) is not what the seed gives."),
    "wrong_counter": N_("In entry {entry} draw {counter} ({purpose}) is out of order."),
    "refused": N_("The rules refuse entry {entry}: {why}."),
    "differs": N_("The rules lead to another entry {entry}: {part} differs."),
    "no_outcome": N_(
        "The match should be over, but entry {entry}, which would end it, is missing."
    ),
    "wrong_outcome": N_("The outcome is not the one that entry {entry} leads to."),
    "strange_outcome": N_("The outcome is not one of this match's {seats} seats."),
    "wrong_head": N_(
        "The head is not the hash of the last entry: entries are missing from {entry} on."
    ),
    "unknown_head": N_("The head {head} from a letter is not the hash of any entry."),
    "unsigned": N_("Entry {entry} is not signed, and seat {seat} acted by signature alone."),
    "unknown_key": N_("Entry {entry} is signed with a key that was not in force for seat {seat}."),
    "no_proof": N_("Entry {entry} is said to be signed by seat {seat}; the signature is missing."),
    "wrong_proof": N_("The signature of seat {seat} for entry {entry} does not hold."),
    "other_meaning": N_("What seat {seat} signed is not what entry {entry} says it did."),
    "stray_proof": N_("The signature of submission {submission} belongs to no entry."),
}

UNCHECKED: Words = {
    "covered": N_(
        "entries {covered}, of which only the place in the chain was checked (the rules keep them "
        "covered until the match ends)"
    ),
    "private_parts": N_("what was hidden (private parts that are not open yet)"),
    "luck": N_("the seed and what was drawn with it (the seed opens when the match is over)"),
    "rules": N_("whether the rules allow each step (that takes the seed and the private parts)"),
    "other_rules": N_("whether the rules allow each step (the record has other rules than ours)"),
    "outcome": N_("the outcome (who has won, and with how much)"),
    "signatures": N_("some signatures (they open when what they cover opens)"),
    "ending": N_("whether entries are missing at the end (compare the head)"),
}


def facts(event: Any) -> dict[str, Any]:
    """The facts of an event as its JSON has them, so that a client can tell it just as well."""
    written: dict[str, Any] = codec.write(type(event), event)
    return {name: value for name, value in written.items() if name != "kind"}


def plainly(_name: str, value: Any) -> str:
    """A fact as it is; several in a row with commas."""
    if isinstance(value, tuple | list):
        return ", ".join(plainly("", inner) for inner in value) or "-"
    return str(value)


def phase(names: Mapping[str, str], value: str, tongue: Tongue) -> str:
    """A phase as a reader would have it; the bare name of one, in a refusal, stays as it is."""
    name, _, count = value.partition(" ")
    return tongue.say(names[name]).format(count=count) if count else value


def tell(
    words: Words,
    code: str,
    facts: Mapping[str, Any],
    show: Show = plainly,
    tongue: Tongue = ENGLISH,
) -> str:
    """The sentence for a code in a tongue, its facts filled in."""
    said = _said(words[code], facts, tongue)
    return said.format(**{name: _formed(show(name, value)) for name, value in facts.items()})


def _said(sentence: Sentence, facts: Mapping[str, Any], tongue: Tongue) -> str:
    if isinstance(sentence, Unless):
        something = any(facts[name] for name in sentence.by)
        return _said(sentence.told if something else sentence.nothing, facts, tongue)
    if isinstance(sentence, Plural):
        return tongue.count(sentence.one, sentence.many, facts[sentence.by])
    return tongue.say(sentence)


def texts(sentence: Sentence) -> tuple[str, ...]:
    """Every text that a sentence may be told by."""
    if isinstance(sentence, Unless):
        return texts(sentence.told) + texts(sentence.nothing)
    if isinstance(sentence, Plural):
        return (sentence.one, sentence.many)
    return (sentence,)


def _formed(shown: str) -> str:
    return shown if isinstance(shown, Term) else Formless(shown)
