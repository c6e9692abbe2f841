"""A match as one seat sees it, in words: for letters and pages alike, from the view alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from sqlalchemy.orm import Session

from engine import codec
from engine.game import Game, Line, Outcome, Seat as Number
from engine.match import Done, Match as Played
from engine.words import ENGLISH, N_, Tongue, facts, tell
from service import drawing, hidden, story, table
from service.drawing import Clan, Look
from service.lobby import Away
from service.store import absences, matches
from service.store.matches import Match, Seat
from service.story import Part

EXAMPLES = 5
LOOKED_AT = 60  # choices; the examples are spread over these
MOST_NEWS = 80  # entries
ENTRIES = {
    "undo": N_("{seat} takes back the step of entry {undoes}."),
    "seat": N_("{seat} has a new holder."),
    "keys": N_("{seat} has changed the keys that it signs with."),
    "default": N_("{seat} was absent: the rules act in its place."),
}


@dataclass(frozen=True)
class Person:
    """Somebody at the table."""

    clan: Clan
    colour: str
    name: str
    mine: bool
    bot: bool
    awaited: bool
    submitted: bool
    stand_in: bool  # a bot plays for them
    away: tuple[Away, ...]


@dataclass(frozen=True)
class Reckoned:
    """A seat's total at the end, and how it came about."""

    seat: int
    clan: Clan
    colour: str
    name: str
    total: int
    won: bool
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Outlook:
    """What a seat may know and do now."""

    phase: str
    turn: int
    sealed: bool
    awaited: bool
    submitted: bool
    board: str
    sentences: tuple[str, ...]  # the picture, for who does not see it
    holding: tuple[str, ...]
    people: tuple[Person, ...]
    examples: tuple[str, ...]
    more: bool  # may be done than the examples
    asides: tuple[str, ...]
    due_at: datetime | None
    reckoning: tuple[Reckoned, ...]


def look(session: Session, row: Match, seat: Seat, tongue: Tongue = ENGLISH) -> Outlook:
    played = table.load(row)
    game, number = played.game, seat.number
    view = game.view(played.state, number)
    show = Shown(game, view, tongue)
    people = _people(session, row, number, show)
    pictured = Look(names=tuple(one.name for one in people), say=tongue.say)
    awaited = row.status == "running" and number in row.awaited
    examples, more = _examples(played, number) if awaited else ((), False)
    return Outlook(
        phase=show("phase", str(row.phase)),
        turn=row.turn,
        sealed=row.sealed,
        awaited=awaited,
        submitted=number in row.submitted,
        board=game.sketch(view, tongue).rstrip("\n"),
        sentences=drawing.sentences(game, view, pictured),
        holding=drawing.holding(game, view, pictured),
        people=people,
        examples=examples,
        more=more,
        asides=_asides(played, number) if row.status == "running" else (),
        due_at=seat.due_at if awaited else None,
        reckoning=_reckoning(show, people, game.outcome(played.state)),
    )


@dataclass(frozen=True)
class Shown:
    """A view's facts in a tongue."""

    game: Game[Any, Any]
    view: Any
    tongue: Tongue

    def __call__(self, name: str, value: Any) -> str:
        return self.game.show(self.view, name, value, self.tongue)

    def event(self, event: Any) -> str:
        return tell(self.game.words, event.kind, facts(event), self, self.tongue)


def _people(session: Session, row: Match, mine: Number, show: Shown) -> tuple[Person, ...]:
    seats = matches.seats_of(session, row.id)
    going = row.status == "running"
    away = absences.of_players(session, (one.player_id for one in seats if going and one.player_id))
    return tuple(
        Person(
            clan=drawing.clan(show.game, seat.number),
            colour=show("seat", seat.number),
            name=seat.name,
            mine=seat.number == mine,
            bot=seat.player_id is None,
            awaited=seat.number in row.awaited,
            submitted=seat.number in row.submitted,
            stand_in=seat.stand_in is not None,
            away=tuple(
                Away(one.first_day, one.last_day) for one in away.get(str(seat.player_id), ())
            ),
        )
        for seat in seats
    )


def _examples(played: Played[Any], seat: Number) -> tuple[tuple[str, ...], bool]:
    """A few of the first choices, far enough apart to differ."""
    choices = iter(played.game.choices(played.state, seat))
    seen = list(islice(choices, LOOKED_AT))
    spread = seen[:: max(1, -(-len(seen) // EXAMPLES))]
    said = tuple(played.game.say(played.state, action) for action in spread)
    return said, len(seen) > len(said) or next(choices, None) is not None


def _asides(played: Played[Any], seat: Number) -> tuple[str, ...]:
    asides = played.game.asides(played.state, seat)
    return tuple(played.game.say(played.state, action) for action in asides[:EXAMPLES])


def _reckoning(
    show: Shown, people: tuple[Person, ...], outcome: Outcome | None
) -> tuple[Reckoned, ...]:
    if outcome is None:
        return ()
    return tuple(
        Reckoned(
            seat=seat,
            clan=people[seat].clan,
            colour=people[seat].colour,
            name=people[seat].name,
            total=total,
            won=seat in outcome.winners,
            lines=tuple(_line(show, line) for line in outcome.lines[seat] if line.points),
        )
        for seat, total in enumerate(outcome.totals)
    )


def _line(show: Shown, line: Line) -> str:
    where = f" ({show('where', line.where)})" if line.where else ""
    return f"{show('what', line.what)}{where}: {line.count} x {line.each}"


def sentences(done: Done[Any], seat: Number, tongue: Tongue = ENGLISH) -> list[str]:
    """What a step that was just made led to, as this seat is told of it."""
    game = done.match.game
    show = Shown(game, game.view(done.match.state, seat), tongue)
    events = (*done.events, *(event for whose, event in done.told if whose == seat))
    return [show.event(event) for event in events]


# --- what happened


@dataclass(frozen=True)
class News:
    """Sentences for the entries after one; `left_out` earlier ones are in the log alone."""

    sentences: tuple[str, ...]
    left_out: int


def news(session: Session, row: Match, seat: Seat, after: int, tongue: Tongue = ENGLISH) -> News:
    """What this seat is told of what happened since, as a match that still runs may tell it."""
    played = table.load(row)
    show = Shown(played.game, played.game.view(played.state, seat.number), tongue)
    first = max(after, row.number - MOST_NEWS)
    made = story.since(session, row, played, first)
    sentences = [one for part in made for one in told(row, played, show, seat.number, part)]
    return News(tuple(sentences), first - after)


def told(row: Match, played: Played[Any], show: Shown, seat: Number, part: Part) -> Iterator[str]:
    """What this seat is told of one entry."""
    game, one = played.game, part.episode
    if one.kind in ENTRIES:
        facts = {"seat": one.seat, "undoes": one.undoes}
        yield tell(ENTRIES, one.kind, facts, show, show.tongue)
    alone = hidden.told(row, part.entry)
    own = [codec.read(game.event_type, e["event"]) for e in alone if e["seat"] == seat]
    for event in (*one.events, *own):
        yield show.event(event)
