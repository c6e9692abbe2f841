"""Did it arrive? A person's own letters, state by state and without their contents."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from engine.words import Tongue
from service import limits, seating, tokens
from service.post import faults, places
from service.post.tracking import STATES
from service.seating import Actor
from service.store import outbox
from service.store.database import reading, writing
from service.store.letters import Letter
from service.store.players import Player
from service.store.rows import lock


@dataclass(frozen=True)
class Arrival:
    """One letter to its own reader: what became of it, and why, where there is more to say."""

    match: str | None  # None: a digest of several
    kind: str
    state: str
    why: str | None
    at: datetime  # when it left, or was written while it has not


@dataclass(frozen=True)
class Arrivals:
    """Letters to one person, the newest first, and why they come back, if they do."""

    items: list[Arrival]
    next: str | None
    fault: str | None


def mine(token: tokens.Player, after: str | None, limit: int, tongue: Tongue) -> Arrivals:
    """Of all my matches."""
    with reading() as session:
        player = seating.demand_player(session, token)
        return _page(session, player, None, after, limit, tongue)


def at_table(token: Actor, after: str | None, limit: int, tongue: Tongue) -> Arrivals:
    """To the holder of this seat, of this match."""
    with reading() as session:
        player = _holder(session, token)
        if player is None:
            return Arrivals([], None, None)
        return _page(session, player, token.match, after, limit, tongue)


def _holder(session: Session, token: Actor) -> Player | None:
    row = seating.read(session, token.match)
    seat = seating.demand_seat(session, row, token)
    seating.demand_phase(row, token)
    return None if seat.player_id is None else session.get(Player, seat.player_id)


def _page(
    session: Session,
    player: Player,
    match_id: str | None,
    after: str | None,
    limit: int,
    tongue: Tongue,
) -> Arrivals:
    before = places.read(session, after, lambda one: one.player_id == player.id)
    found = outbox.to_player(session, player.id, match_id, before, limit + 1)
    items = _arrivals(found[:limit], tongue)
    return Arrivals(items, places.after(found, limit), player.fault)


def _arrivals(letters: Sequence[Letter], tongue: Tongue) -> list[Arrival]:
    return [
        Arrival(
            one.match_id,
            one.kind,
            STATES[one.status],
            None if one.reason is None else tongue.say(one.reason),
            one.sent_at or one.created_at,
        )
        for one in letters
    ]


# --- the reader is there


def try_mine_again(token: tokens.Player, now: datetime) -> None:
    with writing() as session:
        player = seating.demand_player(session, token)
        _forgive(session, player, now)


def try_again(token: Actor, now: datetime) -> None:
    with writing() as session:
        player = _holder(session, token)
        if player is not None:
            _forgive(session, player, now)


def _forgive(session: Session, player: Player, now: datetime) -> None:
    held = lock(session, Player, player.id)
    if held is not None and not faults.forgive(session, held, now):
        raise limits.retried_enough(now)
