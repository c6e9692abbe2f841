"""What a match's rows should hold by its log: never the other way round."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from sqlalchemy.orm import Session

from engine import codec, record
from engine.errors import Broken
from engine.match import Done
from engine.replay import replay
from engine.verify import verify
from engine.words import FAULTS, tell
from service import hidden, proofs, table, vault
from service.operating import OperatingError
from service.store import entries, submissions
from service.store.entries import LogEntry
from service.store.matches import Match

P = ParamSpec("P")
T = TypeVar("T")


class LogError(OperatingError):
    """The log itself is wrong, so nothing can be rebuilt from it."""


@dataclass(frozen=True)
class Difference:
    """A column that is not what the log leads to."""

    where: str
    stored: Any
    by_log: Any

    hidden: bool = False  # from whoever runs a command too: they may sit at the table

    def __str__(self) -> str:
        if self.hidden:
            return f"{self.where} is not the one that the log leads to"
        return f"{self.where} is {self.stored!r}; by the log it is {self.by_log!r}"


@dataclass(frozen=True)
class Rebuilt:
    """All that follows from a log: the match's state and columns, and what each entry told."""

    state: bytes
    columns: dict[str, Any]
    told: list[dict[str, Any]]  # events and told, by entry


def rebuild(session: Session, row: Match) -> Rebuilt:
    """The whole log replayed by the rules, which makes every byte of it anew."""
    log = entries.all_of(session, row.id)
    seed, kept = _seed(row), [_entry(row, one) for one in log]
    try:
        made = list(replay(table.game_of(row), seed, kept))
    except Broken as broken:
        raise LogError(_named(session, row, log, seed) or str(broken)) from broken
    if not made:
        raise LogError("The log is empty.")
    _demand_whole(row, log)
    _demand_signed(session, row, log, seed, made[-1])
    state = table.snapshot(made[-1].match)
    return Rebuilt(state, _columns(session, row, made[-1]), [_told(done) for done in made])


def differences(session: Session, row: Match, rebuilt: Rebuilt) -> Iterator[Difference]:
    if _stored(hidden.state, row) != rebuilt.state:
        yield Difference("state", None, None, hidden=True)
    for name, by_log in rebuilt.columns.items():
        stored = getattr(row, name)
        if stored != by_log:
            yield Difference(name, stored, by_log)
    for entry, told in zip(entries.all_of(session, row.id), rebuilt.told, strict=True):
        if entry.events != told["events"]:
            yield Difference(f"events of entry {entry.number}", entry.events, told["events"])
        if _stored(hidden.told, row, entry) != told["told"]:
            yield Difference(f"told of entry {entry.number}", None, None, hidden=True)


def _stored(read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
    """None for what cannot be opened: no log leads to that."""
    try:
        return read(*args, **kwargs)
    except vault.VaultError:
        return None


def apply(session: Session, row: Match, rebuilt: Rebuilt) -> None:
    """What is right already is not sealed once more."""
    if _stored(hidden.state, row) != rebuilt.state:
        hidden.keep_state(row, rebuilt.state)
    for name, by_log in rebuilt.columns.items():
        setattr(row, name, by_log)
    for entry, told in zip(entries.all_of(session, row.id), rebuilt.told, strict=True):
        entry.events = told["events"]
        if _stored(hidden.told, row, entry) != told["told"]:
            hidden.keep_told(row, entry, told["told"])


# --- the log itself


def _seed(row: Match) -> bytes:
    try:
        return vault.unseal(row.seed)
    except vault.VaultError as fault:
        raise LogError("The seed cannot be opened with any key at hand.") from fault


def _entry(row: Match, one: LogEntry) -> record.Entry:
    try:
        return table.as_entry(row, one)
    except vault.VaultError as fault:
        raise LogError(f"The private part of entry {one.number} cannot be opened.") from fault


def _named(session: Session, row: Match, log: Sequence[LogEntry], seed: bytes) -> str | None:
    """The lowest entry that is wrong, and the simplest thing wrong with it."""
    if not log or not {"format", "match", "game", "rules"} <= log[0].public.keys():
        return "The log does not begin with a deal."
    if log[0].public["rules"] not in table.game_of(row).meta.known:
        return f"It was played by the rules {log[0].public['rules']}, which are no longer here."
    return _fault(_book(session, row, log, seed, None), row)


def _book(
    session: Session, row: Match, log: Sequence[LogEntry], seed: bytes, done: Done[Any] | None
) -> record.Record:
    kept = [_entry(row, one) for one in log]
    signed = [proofs.opened(row, one) for one in submissions.signed(session, row.id)]
    outcome = None if done is None else done.match.game.outcome(done.match.state)
    return record.export(kept, seed, outcome, signed)


def _fault(book: record.Record, row: Match) -> str | None:
    fault = verify(book, table.game_of(row)).fault
    if fault is None:
        return None
    return tell(FAULTS, fault.code, {"entry": fault.entry, **fault.facts})


def _demand_whole(row: Match, log: Sequence[LogEntry]) -> None:
    """A log that breaks off holds in itself: only the row knows that there was more."""
    if row.number > len(log) and row.head != log[-1].hash:
        raise LogError(f"Entries are missing from {len(log) + 1} on: there were {row.number}.")
    deal = log[0].public
    if (deal["match"], deal["seed_hash"]) != (row.id, row.seed_hash):
        raise LogError("The log is that of another match.")


def _demand_signed(
    session: Session, row: Match, log: Sequence[LogEntry], seed: bytes, last: Done[Any]
) -> None:
    """Replay does not look at signatures."""
    if any(one.public["kind"] == "keys" for one in log):
        fault = _fault(_book(session, row, log, seed, last), row)
        if fault is not None:
            raise LogError(fault)


# --- what follows from it


def _columns(session: Session, row: Match, last: Done[Any]) -> dict[str, Any]:
    played = last.match
    game, state = played.game, played.state
    outcome = game.outcome(state)
    cancelled = row.status == "cancelled"
    return {
        "turn": played.turn,
        "number": played.number,
        "head": played.head,
        "phase": str(game.phase(state)),
        "sealed": game.sealed(state),
        "awaited": [] if cancelled else sorted(game.awaiting(state)),
        "submitted": row.submitted if cancelled else _submitted(session, row, last),
        "outcome": None if outcome is None else codec.write(type(outcome), outcome),
        "status": "cancelled" if cancelled else "running" if outcome is None else "finished",
    }


def _submitted(session: Session, row: Match, last: Done[Any]) -> list[int]:
    game, state = last.match.game, last.match.state
    if not game.sealed(state):
        return []
    return [one.seat for one in submissions.in_force(session, row.id, str(game.phase(state)))]


def _told(done: Done[Any]) -> dict[str, Any]:
    return {
        "events": [codec.write(type(event), event) for event in done.events],
        "told": [
            {"seat": seat, "event": codec.write(type(event), event)} for seat, event in done.told
        ],
    }
