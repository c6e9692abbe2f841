"""Wanting no letters: of one match, or from this service ever again."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from engine.words import N_
from service import notices, players, seating, table, tokens
from service.notices import Telling
from service.post import standing
from service.store.database import reading, writing
from service.store.matches import Match
from service.store.players import Block, Player
from service.store.rows import ensure, lock

MOST_MUTED = 1000


@dataclass(frozen=True)
class Silence:
    """How things stand between a player and the letters of a match."""

    match: str
    game: str
    muted: bool
    blocked: bool
    fault: str | None  # why letters came back


def look(token: tokens.Unsubscribe) -> Silence:
    with reading() as session:
        row = seating.read(session, token.match)
        player = _demand(session.get(Player, token.player), token)
        muted = row.id in player.policy.get("muted", ())
        title = table.game_of(row).meta.title
        return Silence(row.id, title, muted, standing.blocked(session, player), player.fault)


def mute(token: tokens.Unsubscribe, now: datetime) -> None:
    """No more letters of this match. Asked twice, it is so once; the host of a player knows."""
    with _held(token) as (session, row, player):
        muted = list(player.policy.get("muted", ()))
        if row.id in muted:
            return
        player.policy = {**player.policy, "muted": [*muted, row.id][-MOST_MUTED:]}
        _tell_host(session, row, player, now)


def unmute(token: tokens.Unsubscribe) -> None:
    """Letters again. Who has this link has had a letter: an address marked faulty is tried anew."""
    with _held(token) as (_, row, player):
        player.fault = None
        muted = [one for one in player.policy.get("muted", ()) if one != row.id]
        player.policy = {**player.policy, "muted": muted}


def block(token: tokens.Unsubscribe, now: datetime) -> None:
    """Never write to this address again, whoever asks; only a keyed hash of it is kept for that."""
    with _held(token) as (session, row, player):
        if player.address is None:
            return
        hashed = players.fingerprint(player.address)
        ensure(session, Block, address_hash=hashed, created_at=now)
        _tell_host(session, row, player, now)


@contextmanager
def _held(token: tokens.Unsubscribe) -> Iterator[tuple[Session, Match, Player]]:
    with writing() as session:
        row = seating.hold(session, token.match)
        yield session, row, _demand(lock(session, Player, token.player), token)


def _demand(player: Player | None, token: tokens.Unsubscribe) -> Player:
    if player is None or player.generation != token.generation:
        raise tokens.unauthenticated(N_("That link has been revoked."))
    return player


def _tell_host(session: Session, row: Match, player: Player, now: datetime) -> None:
    """A match must not wait for a letter that nobody gets; of who was only invited, not a word."""
    seat = standing.held_by(session, row, player)
    if seat is None or seat.status != "accepted" or player.id == row.host_id:
        return
    facts = {"problem": "unsubscribed", "seat": seat.number}
    telling = Telling(None, "problem", f"silence:{seat.number}:{seat.generation}", facts)
    notices.tell_player(session, row, row.host_id, telling, now)
    table.ring(session, row)
