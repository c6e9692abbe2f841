"""A match as it is followed from outside or from a seat: the table, its story, each earlier step.

What a match that still runs no longer tells (G18) is left out of earlier steps too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from engine.game import Game, Line as Reckoning, Outcome, Tagged
from engine.words import N_, Tongue, tell
from service import fingerprints, lobby, looking, outlook, picturing, seating, story, table, tokens
from service.fingerprints import Fingerprints, Opened
from service.lobby import Standing
from service.looking import Line
from service.refusals import Refusal
from service.store import entries, matches
from service.store.database import reading
from service.store.matches import Match

STORY = 40  # entries of the newest that a page tells
LOOKED_BACK = picturing.LOOKED_BACK
ENTRIES = {**outlook.ENTRIES, "undo": N_("{seat} takes its last step back.")}


@dataclass(frozen=True)
class Scene:
    """All that a picture is drawn from."""

    game: Game[Any, Any]
    view: Any
    names: tuple[str, ...] = ()
    events: tuple[Tagged, ...] = ()


@dataclass(frozen=True)
class Told:
    """An entry in sentences; without a number where it has lost its place."""

    number: int | None
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """A line of a seat's final reckoning, in words."""

    words: str
    count: int
    each: int
    points: int


@dataclass(frozen=True)
class Reckoned:
    """A seat's total at the end, and how it came about."""

    name: str
    colour: str
    total: int
    won: bool
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Watched:
    """A match as a stranger finds it; before the start there is no scene."""

    standing: Standing
    colours: tuple[str, ...]
    scene: Scene | None
    story: tuple[Told, ...]  # the newest first
    reckoning: tuple[Reckoned, ...]
    reason: str | None
    fingerprints: Fingerprints


@dataclass(frozen=True)
class Step:
    """One entry of a match, and the table as it left it, while that may be shown."""

    standing: Standing
    number: int
    last: int
    scene: Scene | None
    told: Told
    hash: str
    opened: tuple[Opened, ...]


def look(match_id: str, tongue: Tongue) -> Watched:
    with reading() as session:
        row = seating.read(session, match_id)
        standing = lobby.standing(session, row)
        prints = fingerprints.of_match(session, row)
        if row.state is None:
            return Watched(standing, (), None, (), (), None, prints)
        played = table.load(row)
        view = played.game.view(played.state, None)
        names = _names(session, row)
        scene = Scene(played.game, view, names, picturing.last_events(session, row, played))
        newest = story.after(session, row, played, max(0, row.number - STORY), STORY)
        lines = [looking.line(row, played, one, None) for one in reversed(newest)]
        outcome = played.game.outcome(played.state)
        return Watched(
            standing,
            tuple(_show(scene, tongue, "seat", number) for number in range(row.seats)),
            scene,
            tuple(_told(scene, one, tongue) for one in lines),
            tuple(_reckoned(scene, tongue, outcome)) if outcome else (),
            _show(scene, tongue, "reason", outcome.reason) if outcome else None,
            prints,
        )


def step(match_id: str, number: int | None, tongue: Tongue) -> Step:
    """As strangers see it; without a number the last one."""
    with reading() as session:
        return _step(session, seating.read(session, match_id), None, number, tongue)


def own_step(token: tokens.Seat, number: int | None, tongue: Tongue) -> Step:
    """As the seat sees it."""
    with reading() as session:
        row = seating.read(session, token.match)
        seat = seating.demand_seat(session, row, token)
        return _step(session, row, seat.number, number, tongue)


def _step(
    session: Session, row: Match, seat: int | None, wanted: int | None, tongue: Tongue
) -> Step:
    present = table.load(row)
    number = row.number if wanted is None else wanted
    if not 1 <= number <= row.number:
        raise Refusal("not_found", f"This match has no entry {number}.", entries=row.number)
    standing = lobby.standing(session, row)
    log = entries.all_of(session, row.id)
    parts = story.retold(present, log)
    if story.shut(parts, number):
        told = Told(number, ())
        return Step(standing, number, row.number, None, told, log[number - 1].hash, ())
    then = table.replayed(session, row, number).match
    game = present.game
    lately = [one for one in parts if number - LOOKED_BACK < one.entry.number <= number]
    scene = Scene(
        game,
        game.review(game.view(present.state, seat), game.view(then.state, seat)),
        _names(session, row),
        story.moves(lately),
    )
    told = _told(scene, looking.line(row, present, lately[-1], seat), tongue)
    opened = tuple(fingerprints.of_entry(row, log[number - 1]))
    return Step(standing, number, row.number, scene, told, log[number - 1].hash, opened)


# --- in words


def _names(session: Session, row: Match) -> tuple[str, ...]:
    return tuple(seat.name for seat in matches.seats_of(session, row.id))


def _show(scene: Scene, tongue: Tongue, name: str, value: Any) -> str:
    return scene.game.show(scene.view, name, value, tongue)


def _told(scene: Scene, line: Line, tongue: Tongue) -> Told:
    return Told(line.number, tuple(_sentences(scene, line, tongue)))


def _sentences(scene: Scene, line: Line, tongue: Tongue) -> Iterator[str]:
    def show(name: str, value: Any) -> str:
        return _show(scene, tongue, name, value)

    if line.kind in ENTRIES and line.seat is not None:
        yield _capital(tell(ENTRIES, line.kind, {"seat": line.seat}, show, tongue))
    for event in line.events:
        facts = {name: value for name, value in event.items() if name != "kind"}
        yield _capital(tell(scene.game.words, event["kind"], facts, show, tongue))


def _capital(sentence: str) -> str:
    """A fact that stands first has small letters: a colour is a colour anywhere."""
    return sentence[:1].upper() + sentence[1:]


def _reckoned(scene: Scene, tongue: Tongue, outcome: Outcome) -> Iterator[Reckoned]:
    for seat, total in enumerate(outcome.totals):
        yield Reckoned(
            name=scene.names[seat],
            colour=_show(scene, tongue, "seat", seat),
            total=total,
            won=seat in outcome.winners,
            parts=tuple(_part(scene, tongue, line) for line in outcome.lines[seat] if line.points),
        )


def _part(scene: Scene, tongue: Tongue, line: Reckoning) -> Part:
    what = _show(scene, tongue, "what", line.what)
    where = f" ({_show(scene, tongue, 'where', line.where)})" if line.where else ""
    return Part(f"{what}{where}", line.count, line.each, line.points)
