"""Who must be told what: worked out from a change, written in the transaction that makes it.

The bell rings for what is due at once; what waits for its hour is found by the sweep then.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from engine.match import Done
from service import bell
from service.hooks import telling as hooks
from service.post import timing
from service.store import players
from service.store.held import AnyMatch
from service.store.letters import Notice
from service.store.matches import Match, seats_of
from service.store.players import Player
from service.store.rows import ensure

AT_ONCE = timedelta(0)
HOST_HEARS = {"started", "finished", "problem"}  # without a seat too; one with a seat hears all


@dataclass(frozen=True)
class Telling:
    """Something that a seat's holder must be told, and the one cause for it."""

    seat: int | None  # None: told as the host
    kind: str
    cause: str
    facts: dict[str, Any] = field(default_factory=dict)


def between(row: Match, before: tuple[int, ...], done: Done[Any]) -> list[Telling]:
    """What an entry calls for: the end, an opened phase, and whoever is newly awaited."""
    cause = f"entry:{done.entry.number}"
    everyone = range(row.seats)
    if row.status == "finished":
        return [Telling(seat, "finished", cause) for seat in everyone]
    tellings: list[Telling] = []
    if done.entry.kind == "deal":
        tellings += [Telling(seat, "started", cause) for seat in everyone]
    if done.entry.kind == "resolve":
        tellings += [Telling(seat, "resolved", cause) for seat in everyone]
    fresh = _newly_awaited(row, before, done)
    return tellings + [Telling(seat, "your_turn", cause) for seat in fresh]


def _newly_awaited(row: Match, before: tuple[int, ...], done: Done[Any]) -> list[int]:
    """After minus before; a resolution opens a new phase, so everyone awaited is new.

    Who is left to a worker is told once that has nothing to do; who takes a step back sits at the
    table, and has the links that it had.
    """
    if done.entry.kind in ("peek", "seat", "keys"):
        return []
    known = () if done.entry.kind in ("deal", "resolve") else before
    sitting = done.entry.public["seat"] if done.entry.kind == "undo" else None
    fresh = (seat for seat in row.awaited if seat not in known and seat != sitting)
    return [seat for seat in fresh if seat not in row.unasked]


def write(session: Session, row: Match, tellings: Iterable[Telling], now: datetime) -> None:
    """Rows for the people among them; bots need no letters, and who only was invited has one."""
    people = {
        seat.number: seat.player_id
        for seat in seats_of(session, row.id)
        if seat.player_id and seat.status == "accepted"
    }
    told = list(tellings)
    if row.hooked:
        hooks.tell(session, row, [(one.seat, one.kind, one.cause) for one in told], now)
    hearing = players.those(session, {*people.values(), row.host_id})
    for one in told:
        if one.seat in people:
            _note(session, row, hearing[people[one.seat]], one, now)
        if one.kind in HOST_HEARS and row.host_id not in people.values():
            as_host = Telling(None, one.kind, one.cause, one.facts)
            _note(session, row, hearing[row.host_id], as_host, now)


def tell_player(
    session: Session,
    row: AnyMatch,
    player_id: str,
    telling: Telling,
    now: datetime,
    dropped: str | None = None,
    wait: timedelta = AT_ONCE,
) -> None:
    """One row, unless it is there; `dropped` is why no letter may come of it."""
    _note(session, row, session.get_one(Player, player_id), telling, now, dropped, wait)


def _note(
    session: Session,
    row: AnyMatch,
    player: Player,
    telling: Telling,
    now: datetime,
    dropped: str | None = None,
    wait: timedelta = AT_ONCE,
) -> None:
    when = timing.of(session, player, row.id, telling, now, now)
    after = max(when.at, now + wait)
    ensure(
        session,
        Notice,
        match_id=row.id,
        player_id=player.id,
        seat=telling.seat,
        kind=telling.kind,
        cause=telling.cause,
        facts=telling.facts,
        status="dropped" if dropped else "waiting",
        reason=dropped,
        after=after,
        digest=when.digest,
        created_at=now,
    )
    if after <= now and not (when.digest or dropped):
        bell.ring_after(session, "post.deliver", match_id=row.id)
