"""Tells a recorded match as a text: every step, what all are told, and what each seat sees."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine import codec
from engine.match import Done
from engine.rapanui.state import State
from engine.rapanui.words import COLOURS, show
from engine.record import Entry, Record, entry
from engine.replay import replay
from engine.words import facts, tell
from tests.engine.rapanui.table import GAME

TEXTS = Path(__file__).parent / "playthroughs"


def told(book: Record) -> str:
    """The table whenever a turn begins and at the end; after each step what every seat sees."""
    assert book.seed is not None
    entries = [opened for page in book.entries if (opened := entry(page))]
    lines: list[str] = []
    turn = 0
    for done in replay(GAME, book.seed, entries):
        state = done.match.state
        lines += _step(done)
        if state.turn != turn or GAME.outcome(state) is not None:
            turn = state.turn
            lines += ["", *_quoted(GAME.sketch(GAME.view(state, None)))]
        lines += ["", *_secrets(state), ""]
    return "\n".join(lines)


def _step(done: Done[State]) -> Iterator[str]:
    yield f"{done.entry.number}. {_act(done.entry)}"
    for event in done.events:
        yield "   " + tell(GAME.words, event.kind, facts(event), show)


def _act(made: Entry) -> str:
    public, private = made.public, made.private
    if made.kind == "resolve":
        pairs = zip(public["actions"], private["actions"], strict=True)
        return "; ".join(_said(shown["seat"], shown, hidden) for shown, hidden in pairs)
    if made.kind in ("play", "default"):
        absent = " (absent)" if made.kind == "default" else ""
        return _said(public["seat"], public, private) + absent
    if made.kind == "undo":
        return f"{COLOURS[public['seat']]} takes back step {public['undoes']}"
    return "The deal"


def _said(seat: int, shown: Any, hidden: Any) -> str:
    action = codec.read(GAME.action_type, shown["action"] | hidden["action"])
    return f"{COLOURS[seat]}: {GAME.say(None, action)}"  # type: ignore[arg-type] # words need no state


def _quoted(text: str) -> list[str]:
    return [f"   | {line}".rstrip() for line in text.splitlines()]


def _secrets(state: State) -> Iterator[str]:
    """What each seat's view has beyond a stranger's."""
    public = GAME.sketch(GAME.view(state, None)).splitlines()
    for seat in range(len(state.tribes)):
        own = GAME.sketch(GAME.view(state, seat)).splitlines()
        more = [" ".join(line.split()) for line in own if line not in public]
        yield f"   {COLOURS[seat]} sees: " + "; ".join(more)
