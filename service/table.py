"""A match's row as the engine's match, and back: the one place where state is read and kept."""

import json
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from engine import codec, match as engine, record, replay
from engine.errors import Ambiguous, Illegal, Malformed, MatchOver, OutOfTurn, Refusal as Said
from engine.game import Game
from engine.match import Done, Match as Played
from engine.registry import GAMES
from engine.words import N_, REFUSALS, Tongue, plainly, tell
from service import bell, due, hidden, match_keys, notices, vault, way_back
from service.refusals import Refusal
from service.store import entries, plans
from service.store.entries import LogEntry
from service.store.held import AnyMatch
from service.store.matches import Match

CODES: dict[type[Said], str] = {
    Malformed: "malformed",
    Ambiguous: "ambiguous",
    Illegal: "illegal",
    OutOfTurn: "out_of_turn",
    MatchOver: "match_over",
}


def game_of(row: AnyMatch) -> Game[Any, Any]:
    return GAMES[row.game]


def load(row: AnyMatch) -> Played[Any]:
    """The match as it stands, from its snapshot."""
    if row.state is None or row.head is None:
        raise Refusal("not_started", N_("This match has not started."), status=row.status)
    game = game_of(row)
    state = codec.read(game.state_type, json.loads(hidden.state(row) or b""))
    return Played(game, row.id, row.seats, state, row.turn, row.number, row.head)


def replayed(session: Session, row: Match, upto: int | None = None) -> Done[Any]:
    """The match from its log: slower than the snapshot, and it knows the way back."""
    log = (as_entry(row, one) for one in entries.all_of(session, row.id))
    wanted = (one for one in log if upto is None or one.number <= upto)
    return replay.latest(game_of(row), vault.unseal(row.seed), wanted)


def as_entry(row: Match, one: LogEntry) -> record.Entry:
    private, salt = hidden.private(row, one), hidden.salt(row, one)
    return record.Entry(one.public, private, salt, one.sealed, one.hash)


# --- keeping


def keep(session: Session, row: Match, done: Done[Any], now: datetime) -> None:
    """Save an entry with all that follows from it: snapshot, who is awaited, who must be told.

    Who has but one choice makes it at once: nobody ever sees such a seat awaited.
    """
    before, phase = tuple(row.awaited), row.phase
    forced = _keep(session, row, done, before, phase, now)
    while forced is not None:
        done = engine.play(done.match, *forced, by="plan")
        forced = _keep(session, row, done, before, phase, now)
    wake(session, row)


def _keep(
    session: Session,
    row: Match,
    done: Done[Any],
    before: tuple[int, ...],
    phase: str | None,
    now: datetime,
) -> tuple[int, Any] | None:
    """One entry; the seat that has but one choice now, and that."""
    due_at = row.due_at
    _enter(session, row, done, now)
    _snapshot(row, done)
    _await(session, row, done, now)
    way_back.note(session, row, done, due_at, now)
    # A link is good for its phase: who is awaited on in another needs a new one.
    known = before if row.phase == phase else ()
    row.revision += 1
    _finish(session, row, done, now)
    if (forced := _forced(row, done.match)) is not None:
        row.unasked = [forced[0]]
    notices.write(session, row, notices.between(row, known, done), now)
    return forced


def _enter(session: Session, row: Match, done: Done[Any], now: datetime) -> None:
    entry = done.entry
    if row.state is None and row.sealing_key is None:
        match_keys.give(row)
    told = [{"seat": seat, "event": codec.write(type(event), event)} for seat, event in done.told]
    session.add(
        LogEntry(
            match_id=row.id,
            number=entry.number,
            public=dict(entry.public),
            **hidden.entry_parts(row, entry.number, entry.private, entry.salt, told),
            sealed=entry.sealed,
            hash=entry.hash,
            events=[codec.write(type(event), event) for event in done.events],
            created_at=now,
        )
    )


def snapshot(played: Played[Any]) -> bytes:
    """The state's bytes: a replay of the log leads to the same ones."""
    written = codec.write(played.game.state_type, played.state)
    return json.dumps(written, separators=(",", ":"), sort_keys=True).encode()


def _snapshot(row: Match, done: Done[Any]) -> None:
    played = done.match
    hidden.keep_state(row, snapshot(played))
    row.turn, row.number, row.head = played.turn, played.number, played.head


def _await(session: Session, row: Match, done: Done[Any], now: datetime) -> None:
    game, state = done.match.game, done.match.state
    if done.entry.kind in ("peek", "seat", "keys"):
        return  # they change no turn and nobody else's sealed action
    row.phase = str(game.phase(state))
    row.sealed = game.sealed(state)
    row.awaited = sorted(game.awaiting(state))
    row.submitted = []
    row.closes_at = None
    row.attempts = 0
    # Who takes a step back wants to think again: no plan goes on in its place.
    undone = done.entry.kind == "undo"
    row.unasked = [] if undone else [seat for seat in row.awaited if seat in row.helped]
    row.restless = restless(row)
    due.assign(session, row, now)


def _forced(row: Match, played: Played[Any]) -> tuple[int, Any] | None:
    """Of the seats that no worker acts for: it looks for itself whether they have but one."""
    for seat in row.awaited:
        action = None if seat in row.helped else only_choice(row, played, seat)
        if action is not None:
            return seat, action
    return None


def only_choice(row: AnyMatch, played: Played[Any], seat: int) -> Any | None:
    return None if row.sealed else played.game.forced(played.state, seat)


def restless(row: AnyMatch) -> bool:
    """Whether the table waits for a seat that a worker is to try for."""
    return any(seat not in row.submitted for seat in row.unasked)


def _finish(session: Session, row: Match, done: Done[Any], now: datetime) -> None:
    outcome = done.match.game.outcome(done.match.state)
    if outcome is not None:
        row.outcome = codec.write(type(outcome), outcome)
        row.status = "finished"
        row.finished_at = now
        plans.destroy(session, row.id)


def wake(session: Session, row: Match) -> None:
    """Ring for whoever acts where the table waits for a worker; the sweep finds a lost ring."""
    if row.restless:
        bell.ring_after(session, "matches.help", match_id=row.id)


def adopt(session: Session, row: Match, log: Sequence[Done[Any]], now: datetime) -> None:
    """A whole log that was made elsewhere, to its end: nobody is awaited, nobody is told."""
    for done in log:
        _enter(session, row, done, now)
    last = log[-1]
    _snapshot(row, last)
    row.phase = str(last.match.game.phase(last.match.state))
    _finish(session, row, last, now)


# --- what the engine says


def refused(row: AnyMatch, said: Said, view: Any = None) -> Refusal:
    """The engine's refusal in the service's words, with the present turn beside it."""
    return worded(game_of(row), said, view, turn=row.turn)


def worded(game: Game[Any, Any], said: Said, view: Any = None, **beside: Any) -> Refusal:
    """Its sentence is told only when the reader's tongue is known; its facts are plain by then."""
    facts = {name: _plain(value) for name, value in said.facts.items()}
    words = {**REFUSALS, **game.words}

    def saying(tongue: Tongue) -> str:
        show = plainly if view is None else partial(game.show, view, tongue=tongue)
        return tell(words, said.code, said.facts, show, tongue)

    return Refusal(CODES[type(said)], saying, reason=said.code, **beside, **facts)


def _plain(value: Any) -> Any:
    return [_plain(one) for one in value] if isinstance(value, tuple) else value
