"""What the API answers, in lines for people."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from engine import codec
from engine.errors import Refusal
from engine.game import Game
from engine.registry import GAMES
from moaipost import choices
from moaipost.answers import (
    Action,
    Brief,
    Checked,
    Entry,
    Message,
    Plan,
    Played,
    Receipt,
    Sight,
    Standing,
)
from moaipost.terminal.said import Exit, Trouble


def game_of(slug: str) -> Game[Any, Any]:
    if slug not in GAMES:
        raise Trouble(f"This client does not know the game {slug}: install a newer one.")
    return GAMES[slug]


def seen(sight: Sight) -> tuple[Game[Any, Any], Any]:
    """The game and the view, as the engine has them."""
    game = game_of(sight["game"])
    try:
        return game, codec.read(game.view_type, sight["view"])
    except Refusal as refusal:
        raise Trouble(
            "The service plays by other rules than this client knows: install a newer client, "
            "or look with --json.",
            Exit.REFUSED,
        ) from refusal


def named(game: Game[Any, Any], view: Any, seats: Iterable[int]) -> str:
    return ", ".join(game.show(view, "seat", seat) for seat in seats)


def heading(sight: Sight) -> str:
    game = game_of(sight["game"])
    parts = [game.meta.title, sight["status"], f"phase: {sight['phase']}", f"turn: {sight['turn']}"]
    return " | ".join(parts)


def awaited(sight: Sight) -> Iterator[str]:
    """Whose turn it is, whose sealed action is in, and until when."""
    game, view = seen(sight)
    if sight["status"] != "running":
        return
    told = "Awaited: " + (named(game, view, sight["awaited"]) or "nobody")
    yield told + (", sealed." if sight["sealed"] else ".")
    if sight["submitted"]:
        yield f"Sealed already: {named(game, view, sight['submitted'])}."
    if sight["due_at"]:
        yield f"Due: {moment(sight['due_at'])}."
    if sight["choices"] is not None and sight["seat"] not in sight["submitted"]:
        yield "It is your turn: moaipost choices lists what you may do."
    if sight["undo"] is not None:
        yield f"You may take entry {sight['undo']} back: moaipost undo."


def may(sight: Sight, most: int) -> Iterator[str]:
    """What a seat may do, in notation."""
    game, view = seen(sight)
    found = choices.actions(sight["choices"])
    yield from (f"  {words(game, view, action)}" for action in islice(found, most))
    if next(found, None) is not None:
        yield "  … and more: --most shows them."
    for action in sight["asides"]:
        yield f"  {words(game, view, action)} (at any time, with moaipost peek)"


def words(game: Game[Any, Any], view: Any, action: Action) -> str:
    """An action in notation: the view knows the island, which is all that the words need."""
    return game.say(view, codec.read(game.action_type, action))


def entry(one: Entry) -> Iterator[str]:
    place = "-" if one["number"] is None else f"{one['number']}."
    yield f"{place} {one['kind']}" + (f" by {one['by']}" if one["by"] else "")
    yield from (f"   - {sentence}" for sentence in one["sentences"])


def answer(done: Played | Receipt) -> Iterator[str]:
    """A receipt, or the entry that was made."""
    if "commitment" in done:
        yield f"Sealed for {done['phase']}: submission {done['submission']}."
        yield f"Its commitment is {done['commitment']}."
        if done["closes_at"]:
            yield f"All are in; it can be changed until {moment(done['closes_at'])}."
        return
    yield from entry(done["entry"])
    yield f"Your entry's hash is {done['entry']['hash']}."


def checked(found: Checked) -> Iterator[str]:
    yield f"It may be played: {found['text']}"
    yield from (f"   - {sentence}" for sentence in found["sentences"])
    yield from (f"   ! {one['sentence']}" for one in found["warnings"])
    if not found["foreseen"]:
        yield "   (what follows is not known before it is played)"


def plan(found: Plan) -> Iterator[str]:
    """Each step, and why it could not be played as the table stands."""
    for number, step in enumerate(found["steps"], 1):
        yield f"  {number}. {step['phase']}: {step['text']} / {step['otherwise']}"
        if step["refusal"] is not None:
            yield f"     now: {step['refusal']}"
    if found["stopped"] is not None:
        yield f"It waits for you ({found['stopped']})."


def standing(found: Standing | Brief) -> str:
    """A match in a line."""
    names = ", ".join(one["name"] for one in found["seats"])
    awaits = [one["name"] for one in found["seats"] if one["seat"] in found["awaited"]]
    told = f"{found['match']}  {found['game']:<8}  {found['status']:<11}  {names}"
    return f"{told}; awaited: {', '.join(awaits)}" if awaits else told


def message(one: Message) -> str:
    to = "" if one["to"] is None else f" to seat {one['to']}"
    return f"{moment(one['at'])}  {one['name'] or '?'}{to}: {one['text'] or '…'}"


def moment(text: str) -> str:
    """A time to the minute, in UTC as it came."""
    return f"{text[:16].replace('T', ' ')} UTC"
