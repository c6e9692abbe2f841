"""A match's row as the engine's match, and back: the one place where state is read and kept."""

import json
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from engine import codec, record, replay
from engine.errors import Ambiguous, Illegal, Malformed, MatchOver, OutOfTurn, Refusal as Said
from engine.game import Game
from engine.match import Done, Match as Played
from engine.registry import GAMES
from engine.words import N_, REFUSALS, Tongue, plainly, tell
from service import bell, notices, vault
from service.refusals import Refusal
from service.store import entries
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
    state = codec.read(game.state_type, json.loads(row.state))
    return Played(game, row.id, row.seats, state, row.turn, row.number, row.head)


def replayed(session: Session, row: Match, upto: int | None = None) -> Done[Any]:
    """The match from its log: slower than the snapshot, and it knows the way back."""
    log = (as_entry(one) for one in entries.all_of(session, row.id))
    wanted = (one for one in log if upto is None or one.number <= upto)
    return replay.latest(game_of(row), vault.unseal(row.seed), wanted)


def as_entry(one: LogEntry) -> record.Entry:
    return record.Entry(one.public, one.private, one.salt, one.sealed, one.hash)


# --- keeping


def keep(session: Session, row: Match, done: Done[Any], now: datetime) -> None:
    """Save an entry with all that follows from it: snapshot, who is awaited, who must be told."""
    before, phase = tuple(row.awaited), row.phase
    _enter(session, row, done, now)
    _snapshot(row, done)
    _await(row, done, now)
    if row.phase != phase:
        before = ()  # a link is good for its phase: who is awaited on needs another
    row.revision += 1
    _finish(row, done, now)
    notices.write(session, row, notices.between(row, before, done), now)
    ring(session, row)


def _enter(session: Session, row: Match, done: Done[Any], now: datetime) -> None:
    entry = done.entry
    session.add(
        LogEntry(
            match_id=row.id,
            number=entry.number,
            public=dict(entry.public),
            private=dict(entry.private),
            salt=entry.salt,
            sealed=entry.sealed,
            hash=entry.hash,
            events=[codec.write(type(event), event) for event in done.events],
            told=[
                {"seat": seat, "event": codec.write(type(event), event)}
                for seat, event in done.told
            ],
            created_at=now,
        )
    )


def snapshot(played: Played[Any]) -> bytes:
    """The state's bytes: a replay of the log leads to the same ones."""
    written = codec.write(played.game.state_type, played.state)
    return json.dumps(written, separators=(",", ":"), sort_keys=True).encode()


def _snapshot(row: Match, done: Done[Any]) -> None:
    played = done.match
    row.state = snapshot(played)
    row.turn, row.number, row.head = played.turn, played.number, played.head


def _await(row: Match, done: Done[Any], now: datetime) -> None:
    game, state = done.match.game, done.match.state
    if done.entry.kind in ("peek", "seat"):
        return  # they change no turn and nobody else's sealed action
    row.phase = str(game.phase(state))
    row.sealed = game.sealed(state)
    row.awaited = sorted(game.awaiting(state))
    row.submitted = []
    row.closes_at = None
    row.attempts = 0
    row.due_at = now + time_for(row) if row.awaited else None
    row.restless = any(seat in row.bots for seat in row.awaited)


def time_for(row: Match) -> timedelta:
    """How long the present phase or turn may take."""
    return timedelta(hours=float(row.pace["sealed_hours" if row.sealed else "turn_hours"]))


def _finish(row: Match, done: Done[Any], now: datetime) -> None:
    outcome = done.match.game.outcome(done.match.state)
    if outcome is not None:
        row.outcome = codec.write(type(outcome), outcome)
        row.status = "finished"
        row.finished_at = now


def ring(session: Session, row: Match) -> None:
    """Wake whoever has work now; a lost ring is found by the sweep."""
    if row.restless:
        bell.ring_after(session, "matches.bots", match_id=row.id)
    bell.ring_after(session, "post.deliver", match_id=row.id)


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
