"""A sentence for each event and each refusal, and a reader's name for each fact."""

from collections.abc import Mapping
from typing import Any

from engine.words import (
    ENGLISH,
    N_,
    REFUSALS as SHARED,
    T_,
    Plural,
    Term,
    Tongue,
    Unless,
    Words,
    phase,
    plainly,
)

EVENTS: Words = {
    "began": N_("The cards are dealt; {seat} starts."),
    "bought": N_("{seat} bought a sacrifice card, {good}, for {cost} wood."),
    "played": Unless(
        ("cost",),
        Plural(
            "count",
            N_("{seat} played a card to the village: {card} (wood paid: {cost})."),
            N_("{seat} played {count} cards to the village: {card} (wood paid: {cost})."),
        ),
        Plural(
            "count",
            N_("{seat} played a card to the village: {card}."),
            N_("{seat} played {count} cards to the village: {card}."),
        ),
    ),
    "discarded": N_("{seat} held three moai and too little wood, and put one out of the game."),
    "spared": N_("{seat} has no sacrifice card to lay."),
    "sacrificed": N_("{seat} laid {good} open on the stone."),
    "laid": N_("{seat} laid a card face down on the stone."),
    "added": N_("{seat} added {good} from its stack to the stone."),
    "drew": N_("{seat} drew from column {column}: {card}."),
    "refilled": N_("Column {column} was dealt anew: {cards}."),
    "valued": N_("The card uncovered last is valued: {card}."),
    "gained_wood": N_("{seat} gained {count} wood."),
    "gained_points": Plural(
        "count", N_("{seat} gained {count} point."), N_("{seat} gained {count} points.")
    ),
    "took": Plural(
        "count",
        N_("{seat} took {count} sacrifice card: {good}."),
        N_("{seat} took {count} sacrifice cards: {good}."),
    ),
    "ended": N_("The deck is empty: the match is over."),
    "opened": N_("{seat} had laid face down: {goods}."),
}

REFUSALS: Words = {
    "wrong_step": N_("Not now ({action}): the step to take is another ({stage})."),
    "bought_already": N_("Only one sacrifice card can be bought in a turn."),
    "stack_empty": N_("The stack of {good} is empty."),
    "good_too_dear": N_("A sacrifice card of {good} costs {cost} wood; you have {wood}."),
    "not_in_hand": N_("You hold too few of this card to play {count}: {card} (in hand: {held})."),
    "play_too_dear": N_(
        "This costs {cost} wood: {card}, {count} in number; you have {wood} for it."
    ),
    "too_many_gatherers": N_("One to {most} gatherers of one good can be played in a turn."),
    "one_a_turn": N_("Of this card only one can be played in a turn: {card}."),
    "only_discard": N_(
        "You hold three moai and {wood} wood, and a moai costs {cost}: put one out of the game "
        "instead, with `discard moai`."
    ),
    "no_discard": N_("A moai is discarded only from a hand of three with less than {cost} wood."),
    "not_held": N_("You hold no sacrifice card of {good}."),
    "must_lay": N_("First lay one of your sacrifice cards face down."),
    "must_add": N_("Add an open card from one of the stacks."),
    "not_in_front": N_("In front of no column: {cards}."),
    "no_such_column": N_("There is no column {column}; there are 1 to {most}."),
    "unreadable": N_("“{text}” cannot be read. Write it like this: {hint}."),
    "unknown_word": N_("The word “{word}” is not known here. Write it like this: {hint}."),
    "ambiguous": N_("“{text}” can mean more than one thing: {candidates}."),
}

WORDS: Words = {**SHARED, **EVENTS, **REFUSALS}

COLOURS = (T_("Red"), T_("Blue"), T_("Green"), T_("Yellow"))
GOODS: Mapping[str, str] = {
    "fish": T_("fish"),
    "mulberry": T_("mulberry"),
    "potato": T_("potato"),
    "grain": T_("grain"),
}
CARDS: Mapping[str, str] = {
    "fish": T_("fish gatherer"),
    "mulberry": T_("mulberry gatherer"),
    "potato": T_("potato gatherer"),
    "grain": T_("grain gatherer"),
    "lumberjack": T_("lumberjack"),
    "priest": T_("priest"),
    "moai": T_("moai"),
}
COUNTED: Words = {
    "fish": Plural("count", N_("{count} fish gatherer"), N_("{count} fish gatherers")),
    "mulberry": Plural("count", N_("{count} mulberry gatherer"), N_("{count} mulberry gatherers")),
    "potato": Plural("count", N_("{count} potato gatherer"), N_("{count} potato gatherers")),
    "grain": Plural("count", N_("{count} grain gatherer"), N_("{count} grain gatherers")),
    "lumberjack": Plural("count", N_("{count} lumberjack"), N_("{count} lumberjacks")),
    "priest": Plural("count", N_("{count} priest"), N_("{count} priests")),
    "moai": Plural("count", N_("{count} moai"), N_("{count} moai")),
}
STAGES: Mapping[str, str] = {
    "play": N_("buy or play"),
    "sacrifice": N_("sacrifice"),
    "lay": N_("lay face down and add"),
    "draw": N_("draw"),
    "claim": N_("wood or points"),
    "substitute": N_("take another good"),
    "over": N_("over"),
}
PHASES: Mapping[str, str] = {"turn": N_("Turn {count}")}
REASONS: Mapping[str, str] = {
    "most_points": N_("most points"),
    "more_moai": N_("level on points, more moai"),
    "more_wood": N_("level on points and moai, more wood"),
    "shared": N_("level in everything, a shared win"),
}
LINES: Mapping[str, str] = {
    "points": N_("points gained"),
    "moai": N_("moai"),
    "wood": N_("full fives of wood"),
    "cards": N_("sacrifice cards"),
}
ACTIONS: Mapping[str, str] = {
    "buy": N_("buy"),
    "play": N_("play"),
    "discard": N_("discard"),
    "sacrifice": N_("sacrifice"),
    "lay": N_("lay"),
    "draw": N_("draw"),
    "claim": N_("claim"),
    "take": N_("take"),
}

_TABLES: Mapping[str, Mapping[Any, str]] = {
    "seat": dict(enumerate(COLOURS)),
    "awaited": dict(enumerate(COLOURS)),
    "good": GOODS,
    "goods": GOODS,
    "where": GOODS,
    "card": CARDS,
    "cards": CARDS,
    "stage": STAGES,
    "reason": REASONS,
    "what": LINES,
    "action": ACTIONS,
}
# By the name of a fact: the terms that can stand there, each in the form that a sentence asks for.
TERMS: Mapping[str, tuple[str, ...]] = {
    name: tuple(table.values()) for name, table in _TABLES.items()
}


def show(name: str, value: Any, tongue: Tongue = ENGLISH) -> str:
    """A fact as a reader would have it; several in a row with commas."""
    if name == "phase":
        return phase(PHASES, value, tongue)
    if isinstance(value, tuple | list):
        return ", ".join(show(name, inner, tongue) for inner in value) or "-"
    term = _TABLES.get(name, {}).get(value)
    return plainly(name, value) if term is None else Term(tongue, term)
