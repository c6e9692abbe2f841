"""A person's own page: what is known of them, and all their matches."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from service import due, lobby, receipts, reminders, seating, tokens
from service.lobby import Brief
from service.post import choosing
from service.post.policy import Chosen
from service.store import matches
from service.store.database import reading, writing
from service.store.players import Player
from service.store.rows import hold


@dataclass(frozen=True)
class Me:
    player: str
    name: str
    address: str | None
    confirmed_at: datetime | None
    language: str
    time_zone: str
    receipts: bool  # whether a letter comes for each submission
    fault: str | None  # why letters come back, if they do
    letters: dict[str, Any]  # the policy that holds where a match has none of its own
    reminders: list[int]  # hours before a deadline


@dataclass(frozen=True)
class Change:
    """What is to be otherwise, already checked; None leaves it as it is."""

    name: str | None = None
    language: str | None = None
    time_zone: str | None = None
    receipts: bool | None = None
    letters: Chosen | None = None
    reminders: list[int] | None = None


@dataclass(frozen=True)
class MyMatch:
    """One of my matches, with what I am in it."""

    match: Brief
    seat: int | None
    hosting: bool
    awaited: bool


@dataclass(frozen=True)
class MyMatches:
    items: list[MyMatch]
    next: str | None


def look(token: tokens.Player) -> Me:
    with reading() as session:
        return of_player(seating.demand_player(session, token))


def change(token: tokens.Player, wanted: Change, now: datetime) -> Me:
    """Names at tables stay as they are: others know the seat by them."""
    with writing() as session:
        hold(session, Player, token.player)
        player = seating.demand_player(session, token)
        player.name = wanted.name or player.name
        player.language = wanted.language or player.language
        player.time_zone = wanted.time_zone or player.time_zone
        if wanted.receipts is not None:
            player.policy = {**player.policy, receipts.WANTED: wanted.receipts}
        if wanted.reminders is not None:
            player.policy = {**player.policy, due.REMINDERS: wanted.reminders}
        choosing.choose(session, player, choosing.read(wanted.letters or {}, "letters."), now)
        return of_player(player)


def mark(token: tokens.Player, after: str | None, limit: int) -> str:
    """What the ETag of a page of my matches is made of: each one's revision."""
    place = None if after is None else lobby.read_place(after)
    with reading() as session:
        player = seating.demand_player(session, token)
        found = matches.revisions_of_player(session, player.id, place, limit + 1)
    return hashlib.sha256(repr((player.id, limit, found)).encode()).hexdigest()[:32]


def my_matches(token: tokens.Player, after: str | None, limit: int = lobby.PAGE) -> MyMatches:
    place = None if after is None else lobby.read_place(after)
    with reading() as session:
        player = seating.demand_player(session, token)
        rows = matches.of_player(session, player.id, place, limit + 1)
        page = lobby.page(session, rows, limit)
        seats = matches.seats_held(session, player.id, [row.id for row in rows])
        hosting = {row.id for row in rows if row.host_id == player.id}
    items = [_mine(one, seats.get(one.match), one.match in hosting) for one in page.items]
    return MyMatches(items, page.next)


@dataclass(frozen=True)
class Keys:
    """What opens one of my matches: the seat that I hold, the tools of its host."""

    seat: str | None = field(default=None, repr=False)
    host: str | None = field(default=None, repr=False)


def keys(token: tokens.Player, mine: Sequence[MyMatch]) -> dict[str, Keys]:
    """By match. Who shows to be a player may open whatever is theirs."""
    with reading() as session:
        player = seating.demand_player(session, token)
        return {one.match.match: _keys(session, player, one) for one in mine}


def _keys(session: Session, player: Player, one: MyMatch) -> Keys:
    row = seating.read(session, one.match.match)
    seat = None if one.seat is None else matches.seat_of(session, row.id, one.seat)
    held = seat is not None and seat.player_id == player.id and seat.status == "accepted"
    hosts = row.host_id == player.id and row.status != "unconfirmed"
    return Keys(
        tokens.sign(tokens.Seat(row.id, seat.number, seat.generation)) if seat and held else None,
        tokens.sign(tokens.Host(row.id, row.host_generation)) if hosts else None,
    )


def _mine(one: Brief, seat: int | None, hosting: bool) -> MyMatch:  # noqa: FBT001  # two facts side by side, read once
    return MyMatch(one, seat, hosting, seat is not None and seat in one.awaited)


def of_player(player: Player) -> Me:
    return Me(
        player=player.id,
        name=player.name,
        address=player.address,
        confirmed_at=player.confirmed_at,
        language=player.language,
        time_zone=player.time_zone,
        receipts=bool(player.policy.get(receipts.WANTED)),
        fault=player.fault,
        letters=choosing.everywhere(player),
        reminders=reminders.wanted(player),
    )
