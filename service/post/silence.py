"""Wanting fewer letters: of one match, of all of them, or none from this service ever again.

Whoever has the link of a letter may choose here; the link of a digest is for all matches.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.orm import Session

from engine.words import N_
from service import notices, players, seating, table, tokens
from service.notices import Telling
from service.post import choosing, faults, policy, standing, timing
from service.store import matches
from service.store.database import reading, writing
from service.store.matches import Match
from service.store.players import Player
from service.store.rows import hold, lock

MOST_MUTED = 1000
MOST_MATCHES = 200
EVENING = 18  # the hour of a digest for who has not said which
EVERY_MATCH = ""  # stands for a match in the token of a digest


@dataclass(frozen=True)
class Silence:
    """How things stand between a player and the letters of a match, or of all."""

    match: str | None
    game: str | None
    muted: bool
    blocked: bool
    fault: str | None  # why letters came back
    digest: int | None  # the hour of one letter for many matches
    sparse: bool  # only what asks something of the player is told


def look(token: tokens.Unsubscribe) -> Silence:
    with reading() as session:
        row = None if token.match == EVERY_MATCH else seating.read(session, token.match)
        player = _demand(session.get(Player, token.player))
        ids = _meant(session, token)
        held = timing.policy_of(player, None if row is None else row.id)
        return Silence(
            match=None if row is None else row.id,
            game=None if row is None else table.game_of(row).meta.title,
            muted=bool(ids) and all(policy.muted(player.policy, one) for one in ids),
            blocked=standing.blocked(session, player),
            fault=player.fault,
            digest=held.digest,
            sparse=held.off == frozenset(policy.SWITCHABLE),
        )


def _meant(session: Session, token: tokens.Unsubscribe) -> list[str]:
    """The matches that a link is for."""
    if token.match != EVERY_MATCH:
        return [token.match]
    return matches.going_on(session, token.player, MOST_MATCHES)


def _each(token: tokens.Unsubscribe) -> list[tokens.Unsubscribe]:
    """One link a match: each is then held by itself, as ever."""
    with reading() as session:
        _demand(session.get(Player, token.player))
        return [replace(token, match=one) for one in _meant(session, token)]


# --- fewer


def gather(token: tokens.Unsubscribe, now: datetime) -> None:
    """One letter a day for all matches."""
    _strike(token, EVENING, now)


def part(token: tokens.Unsubscribe, now: datetime) -> None:
    """Each match its own letters again."""
    _strike(token, None, now)


def _strike(token: tokens.Unsubscribe, hour: int | None, now: datetime) -> None:
    with _player(token) as (session, player):
        _demand_present(player, token)
        own = policy.own(player.policy, token.match)
        if own.pop("digest", hour) != hour:  # it would stand against what holds everywhere
            player.policy = policy.with_own(player.policy, token.match, own)
        choosing.choose(session, player, {"digest": hour}, now)


def spare(token: tokens.Unsubscribe, now: datetime) -> None:
    """Only what asks something of the player, in this match or in all."""
    off = {"off": sorted(policy.SWITCHABLE)}
    with _player(token) as (session, player):
        _demand_present(player, token)
        if token.match == EVERY_MATCH:
            choosing.choose(session, player, off, now)
        else:
            own = {**policy.own(player.policy, token.match), **off}
            player.policy = policy.with_own(player.policy, token.match, own)


@contextmanager
def _player(token: tokens.Unsubscribe) -> Iterator[tuple[Session, Player]]:
    with writing() as session:
        yield session, _demand(hold(session, Player, token.player))


# --- none


def mute(token: tokens.Unsubscribe, now: datetime) -> None:
    """No more letters of this match. Asked twice, it is so once; the host of a player knows."""
    for each in _each(token):
        with _held(each) as (session, row, player):
            muted = list(player.policy.get(policy.MUTED, ()))
            if row.id not in muted:
                muted = [*muted, row.id][-MOST_MUTED:]
                player.policy = {**player.policy, policy.MUTED: muted}
                _tell_host(session, row, player, now)


def unmute(token: tokens.Unsubscribe, now: datetime) -> None:
    """Letters again. Who has this link has had a letter: an address marked faulty is tried anew."""
    ids = {one.match for one in _each(token)}
    with _player(token) as (session, player):
        faults.forgive(session, player, now)
        muted = [one for one in player.policy.get(policy.MUTED, ()) if one not in ids]
        player.policy = {**player.policy, policy.MUTED: muted}


def block(token: tokens.Unsubscribe, now: datetime) -> None:
    """Never write to this mailbox again, whoever asks; only a keyed hash of it is kept for that."""
    with _player(token) as (session, player):
        if player.address is None:
            return
        players.block(session, player.address, now)
    for each in _each(token):
        with _held(each) as (session, row, player):
            _tell_host(session, row, player, now)


@contextmanager
def _held(token: tokens.Unsubscribe) -> Iterator[tuple[Session, Match, Player]]:
    with writing() as session:
        row = seating.hold(session, token.match)
        yield session, row, _demand(lock(session, Player, token.player))


def _demand(player: Player | None) -> Player:
    """New links leave this one alive: what stops letters is never revoked."""
    if player is None or player.erased_at is not None:
        raise tokens.unauthenticated(N_("That link has been revoked."))
    return player


def _demand_present(player: Player, token: tokens.Unsubscribe) -> None:
    """Choosing among letters is another matter: a link that was replaced does not."""
    if player.generation != token.generation:
        raise tokens.unauthenticated(N_("That link has been revoked."))


def _tell_host(session: Session, row: Match, player: Player, now: datetime) -> None:
    """A match must not wait for a letter that nobody gets; of who was only invited, not a word."""
    seat = standing.held_by(session, row, player)
    if seat is None or seat.status != "accepted" or player.id == row.host_id:
        return
    facts = {"problem": "unsubscribed", "seat": seat.number}
    telling = Telling(None, "problem", f"silence:{seat.number}:{seat.holder}", facts)
    notices.tell_player(session, row, row.host_id, telling, now)
