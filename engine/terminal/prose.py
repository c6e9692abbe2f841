"""A match in text: an entry in notation and sentences, a board with what may be done, an end."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from engine import codec
from engine.game import Game, Outcome, Seat
from engine.match import Done, Match
from engine.terminal import sentences


def name(game: Game[Any, Any], view: Any, seat: Seat) -> str:
    """A seat as the game shows it, with the number that `--seat` takes."""
    return f"{game.show(view, 'seat', seat)} (seat {seat})"


# --- entries


def entry(game: Game[Any, Any], before: Any, done: Done[Any]) -> Iterator[str]:
    """One entry: who did what, in notation, and what came of it, in sentences."""
    view = game.view(done.match.state, None)
    yield f"{done.entry.number}. {_heading(game, view, done)}"
    for seat, action in actions(game, done):
        yield f"   {name(game, view, seat)}: {game.say(before, action)}"
    for happened in done.events:
        yield f"   - {sentences.event(game, view, happened)}"
    for seat, happened in done.told:
        yield f"   - to {name(game, view, seat)} alone: {sentences.event(game, view, happened)}"


def _heading(game: Game[Any, Any], view: Any, done: Done[Any]) -> str:
    public = done.entry.public
    if done.entry.kind == "deal":
        options = ", ".join(f"{key}={value}" for key, value in public["options"].items())
        return f"deal of {game.meta.title} for {public['seats']} ({options or 'no options'})"
    if done.entry.kind == "resolve":
        return f"{public['phase']} opens"
    if done.entry.kind == "undo":
        return f"{name(game, view, public['seat'])} takes back entry {public['undoes']}"
    if done.entry.kind == "seat":
        return f"{name(game, view, public['seat'])} is now held by a {public['holder']}"
    if done.entry.kind == "keys":
        only = ", and acts in no other way" if public["signed_only"] else ""
        return f"{name(game, view, public['seat'])} signs with keys: {len(public['keys'])}{only}"
    return f"{done.entry.kind} by {public['by']}"


def actions(game: Game[Any, Any], done: Done[Any]) -> Iterator[tuple[Seat, Any]]:
    """The actions that an entry holds, public and hidden parts together again."""
    public, private = done.entry.public, done.entry.private
    shown = public.get("actions", [public] if "action" in public else [])
    hidden = private.get("actions", [private])
    for part, rest in zip(shown, hidden, strict=False):
        yield part["seat"], codec.read(game.action_type, {**rest["action"], **part["action"]})


# --- the board


def board(match: Match[Any], seat: Seat | None) -> Iterator[str]:
    """The board as a seat sees it, or a stranger, and whose turn it is."""
    game, state = match.game, match.state
    view = game.view(state, seat)
    yield f"{game.meta.title} | phase: {game.phase(state)} | turn: {match.turn}"
    yield game.sketch(view)
    outcome = game.outcome(state)
    if outcome is not None:
        yield from ending(game, view, outcome)
        return
    awaited = ", ".join(name(game, view, each) for each in sorted(game.awaiting(state)))
    yield f"Awaited: {awaited}" + (", sealed." if game.sealed(state) else ".")


def options(match: Match[Any], seat: Seat, most: int) -> Iterator[str]:
    """What a seat may do, in notation."""
    game, state = match.game, match.state
    if seat in game.awaiting(state):
        choices = iter(game.choices(state, seat))
        yield from (f"  {game.say(state, action)}" for action in islice(choices, most))
        if next(choices, None) is not None:
            yield "  … and more: the command choices lists them, with --most."
    for action in game.asides(state, seat):
        yield f"  {game.say(state, action)} (at any time)"


def ending(game: Game[Any, Any], view: Any, outcome: Outcome) -> Iterator[str]:
    """Who won, and how each seat's total came about."""
    winners = " and ".join(name(game, view, seat) for seat in outcome.winners)
    yield f"The match is over ({outcome.reason}). Won by {winners}."
    for seat, total in enumerate(outcome.totals):
        yield f"  {name(game, view, seat)}: {total}"
        for line in outcome.lines[seat]:
            where = f" at {line.where}" if line.where else ""
            yield f"    {line.what}{where}: {line.count} x {line.each} = {line.points}"


# --- a whole match


def playthrough(game: Game[Any, Any], dones: Iterable[Done[Any]], every: int = 0) -> Iterator[str]:
    """Each entry; after every so many also each seat's view and a stranger's; the end."""
    match: Match[Any] | None = None
    for done in dones:
        yield from entry(game, match.state if match else None, done)
        match = done.match
        if every and done.entry.number % every == 0:
            yield from views(match)
    if match is not None:
        yield from board(match, None)


def views(match: Match[Any]) -> Iterator[str]:
    for seat in (None, *range(match.seats)):
        yield ""
        yield "--- a stranger sees" if seat is None else f"--- seat {seat} sees"
        yield from board(match, seat)
    yield ""
