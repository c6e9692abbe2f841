"""Looking at a match: what a viewer may see of it, and whether that has changed since."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from engine import codec, record
from engine.game import Outcome
from engine.match import Done, Match as Played
from engine.words import ENGLISH, N_, Tongue, tell
from service import due, hidden, outlook, proofs, seating, standing, story, table, vault
from service.refusals import Refusal
from service.standing import Standing
from service.store import entries, matches, submissions
from service.store.database import glancing, reading
from service.store.matches import Glance, Match
from service.story import Part


def mark(token: seating.Actor | None, match_id: str) -> str:
    return marked(token, glance(token, match_id))


def marked(token: seating.Actor | None, seen: Glance) -> str:
    """What an ETag is made of: two rows' numbers, and neither a state nor a view; nor words."""
    viewer = "all" if token is None else f"{token.seat}.{seen.seat_revision}"
    return f"{seen.revision}-{viewer}"


def glance(token: seating.Actor | None, match_id: str) -> Glance:
    """The least that tells this viewer whether to look."""
    with glancing() as connection:
        seen = matches.glance(connection, match_id, None if token is None else token.seat)
    if seen is None:
        raise seating.no_match(match_id)
    if token is not None:
        _demand_current(seen, token)
    return seen


def _demand_current(seen: Glance, token: seating.Actor) -> None:
    if seen.generation != token.generation or seen.seat_status != "accepted":
        with reading() as session:
            raise seating.revoked_seat(session, token.match, token)
    seating.demand_phase(seen, token)


# --- the table


@dataclass(frozen=True)
class Sight:
    """The table from one seat, or from outside, with what may be done there now."""

    match: str
    game: str
    status: str
    seat: int | None
    phase: str | None
    turn: int
    sealed: bool
    awaited: list[int]
    submitted: list[int]
    due_at: datetime | None
    closes_at: datetime | None
    head: str | None
    revision: int
    view: Any
    choices: Any
    asides: list[Any]
    undo: int | None  # the entry that the seat may take back


def sight(token: seating.Actor | None, match_id: str) -> Sight:
    with reading() as session:
        row = seating.read(session, match_id)
        seat = None if token is None else _viewer(session, row, token)
        played = table.load(row)
        stood = standing.now(row, played, seat, deadline(session, row, seat))
        return of_row(row, played, seat, stood)


def deadline(session: Session, row: Match, seat: int | None) -> datetime | None:
    """A seat's own; for a stranger the first that is still open."""
    seats = matches.seats_of(session, row.id)
    return due.shown(row, [one for one in seats if seat is None or one.number == seat])


def _viewer(session: Session, row: Match, token: seating.Actor) -> int:
    """An old letter, forwarded or found, shows nothing that came after its phase."""
    seat = seating.demand_seat(session, row, token)
    seating.demand_phase(row, token)
    return seat.number


def of_row(row: Match, played: Played[Any], seat: int | None, stood: Standing) -> Sight:
    """All of one moment: an answer that is given again shows the table as it was then."""
    game, state = played.game, played.state
    view = codec.write(game.view_type, game.view(state, seat))
    return Sight(
        match=row.id,
        game=row.game,
        status=stood.status,
        seat=seat,
        phase=str(game.phase(state)),
        turn=played.turn,
        sealed=game.sealed(state),
        awaited=sorted(game.awaiting(state)),
        submitted=stood.submitted,
        due_at=stood.due_at,
        closes_at=stood.closes_at,
        head=played.head,
        revision=stood.revision,
        view=view,
        choices=choices(played, seat),
        asides=[] if seat is None else asides(played, seat),
        undo=stood.undo,
    )


def choices(played: Played[Any], seat: int | None) -> Any:
    """What an awaited seat may do, as facts; nothing for the others."""
    game = played.game
    if seat is None or seat not in game.awaiting(played.state):
        return None
    return codec.write(game.choices_type, game.choices(played.state, seat).facts())


def asides(played: Played[Any], seat: int) -> list[Any]:
    return [codec.write(type(one), one) for one in played.game.asides(played.state, seat)]


# --- the log


@dataclass(frozen=True)
class Line:
    """An entry as this viewer may still read it.

    Where the order of a phase is not told any more, its lines say who did what, and no more.
    """

    number: int | None
    kind: str
    turn: int | None
    seat: int | None
    by: str | None
    action: Any
    undoes: int | None
    events: list[Any]
    sentences: list[str]
    hash: str | None
    at: datetime | None


@dataclass(frozen=True)
class Log:
    items: list[Line]
    next: int | None


def log(
    token: seating.Actor | None, match_id: str, after: int, limit: int, tongue: Tongue = ENGLISH
) -> Log:
    with reading() as session:
        row = seating.read(session, match_id)
        seat = None if token is None else _viewer(session, row, token)
        played = table.load(row)
        found = story.after(session, row, played, after, limit + 1)
        lines = [line(row, played, one, seat, tongue) for one in found[:limit]]
        return Log(lines, found[limit - 1].episode.slot if len(found) > limit else None)


def line(
    row: Match, played: Played[Any], part: Part, seat: int | None, tongue: Tongue = ENGLISH
) -> Line:
    """An entry of a log that has gone on since: some of it may no longer be told."""
    game, entry = played.game, part.entry
    alone = [] if seat is None else hidden.told(row, entry)
    own = tuple(codec.read(game.event_type, e["event"]) for e in alone if e["seat"] == seat)
    events = part.episode.events + own
    if not part.placed:
        return _placeless(part, events, tuple(sentences(played, seat, events, tongue)))
    told = _said(played, seat, entry.public, events, tongue)
    return _line(entry.public, events, told, entry.hash, entry.created_at)


def _placeless(part: Part, events: tuple[Any, ...], sentences: tuple[str, ...]) -> Line:
    """Who acted and what happened. Anything else could be held against the record's entries."""
    return Line(
        number=None,
        kind=part.episode.kind,
        turn=None,
        seat=part.episode.seat,
        by=None,
        action=None,
        undoes=None,
        events=_written(events),
        sentences=list(sentences),
        hash=None,
        at=None,
    )


def fresh_line(done: Done[Any], at: datetime, seat: int, tongue: Tongue = ENGLISH) -> Line:
    """The entry that was just made, for the seat that made it."""
    own = tuple(event for whom, event in done.told if whom == seat)
    told = _said(done.match, seat, done.entry.public, done.events + own, tongue)
    return _line(done.entry.public, done.events + own, told, done.entry.hash, at)


def _line(
    public: Mapping[str, Any],
    events: tuple[Any, ...],
    sentences: tuple[str, ...],
    head: str,
    at: datetime,
) -> Line:
    return Line(
        number=public["number"],
        kind=public["kind"],
        turn=public["turn"],
        seat=public.get("seat"),
        by=public.get("by"),
        action=public.get("action"),
        undoes=public.get("undoes"),
        events=_written(events),
        sentences=list(sentences),
        hash=head,
        at=at,
    )


def _written(events: tuple[Any, ...]) -> list[Any]:
    return [codec.write(type(event), event) for event in events]


def _said(
    played: Played[Any],
    seat: int | None,
    public: Mapping[str, Any],
    events: tuple[Any, ...],
    tongue: Tongue,
) -> tuple[str, ...]:
    """The events; an undo has none, and says what it takes back."""
    if public["kind"] != "undo":
        return tuple(sentences(played, seat, events, tongue))
    show = partial(played.game.show, played.game.view(played.state, seat), tongue=tongue)
    facts = {name: public[name] for name in ("seat", "undoes")}
    return (tell(outlook.ENTRIES, "undo", facts, show, tongue),)


def sentences(
    played: Played[Any], seat: int | None, events: tuple[Any, ...], tongue: Tongue = ENGLISH
) -> Iterator[str]:
    game = played.game
    show = partial(game.show, game.view(played.state, seat), tongue=tongue)
    for event in events:
        yield tell(game.words, event.kind, codec.write(type(event), event), show, tongue)


# --- the record


def whole_record(match_id: str) -> str:
    """The record: once finished with all that was hidden, before that its public parts.

    What a match that still runs no longer tells is a link in the chain, and no more.
    """
    with reading() as session:
        row = seating.read(session, match_id)
        log = entries.all_of(session, row.id)
        if not log:
            raise Refusal("not_started", N_("This match has not started."), status=row.status)
        covered = story.covered(table.load(row), log)
        kept = [table.as_entry(row, one) for one in log]
        over = row.status == "finished"
        seed = vault.unseal(row.seed) if over else None
        outcome = codec.read(Outcome, row.outcome) if over else None
        signed = submissions.signed(session, row.id)
        told = [one for one in kept if one.number not in covered]
        shown = proofs.shown(row, told, signed, over=over)
        return record.text(record.export(kept, seed, outcome, shown, covered))
