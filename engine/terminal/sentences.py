"""Sentences of the terminal tool: its own refusals, and any game's events and refusals told."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from engine.errors import Refusal
from engine.game import Caution, Game, Seat, Tagged
from engine.match import Match
from engine.words import FAULTS, N_, REFUSALS, Words, facts, tell

TOOL: Words = {
    "no_such_game": N_("There is no game {game}; there are: {known}."),
    "no_such_bot": N_("There is no bot {bot} for this game; there are: {known}."),
    "no_such_file": N_("There is no readable file {file}."),
    "file_exists": N_("{file} exists already; a match is not overwritten."),
    "file_not_written": N_("{file} cannot be written: {why}."),
    "not_hex": N_("{text} should be bytes in hex: an even number of the digits 0 to 9, a to f."),
    "not_an_option": N_("{text} should be an option's name, =, and its value."),
    "no_seed": N_("This record does not show its seed, so it can be verified, but not replayed."),
    "which_seat": N_("Several seats may act: {seats}. Say which with --seat."),
    "nothing_said": N_("Say what to play in quotes, or give --default or --bot."),
    "no_such_entry": N_("The last entry of the record is {entries}."),
}
HINT = N_("These would be understood now: {examples}.")
_EXAMPLES = 3


def refusal(why: Refusal, game: Game[Any, Any] | None = None, view: Any = None) -> str:
    """A refusal as a sentence; one that has none yet is named by its code."""
    if why.code == "refused" and isinstance(why.__cause__, Refusal):
        told = refusal(why.__cause__, game, view).removesuffix(".")
        return tell(FAULTS, why.code, {**why.facts, "why": told})
    words = {**REFUSALS, **FAULTS, **TOOL, **(game.words if game else {})}
    if why.code not in words:
        return f"{why}."
    if game is None or view is None:
        return tell(words, why.code, why.facts)
    return tell(words, why.code, why.facts, partial(game.show, view))


def cautions(found: Iterable[Caution], game: Game[Any, Any], view: Any) -> str:
    told = (tell(game.words, one.code, one.facts, partial(game.show, view)) for one in found)
    return " ".join(told)


def hint(match: Match[Any], seat: Seat) -> str:
    """What would be understood, for one whose words were not."""
    if seat not in match.game.awaiting(match.state):
        return ""
    examples = [match.game.say(match.state, action) for action in _some(match, seat)]
    return tell({"hint": HINT}, "hint", {"examples": tuple(f"“{text}”" for text in examples)})


def _some(match: Match[Any], seat: Seat) -> Iterator[Any]:
    choices = iter(match.game.choices(match.state, seat))
    for _, action in zip(range(_EXAMPLES), choices, strict=False):
        yield action


def event(game: Game[Any, Any], view: Any, happened: Tagged) -> str:
    return tell(game.words, happened.kind, facts(happened), partial(game.show, view))
