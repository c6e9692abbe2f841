"""Matches to measure on: one of each sort is played for real, the others are copies of its rows."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask import Flask

from bench import copying
from engine import codec, match as engine
from engine.chance import commitment
from engine.game import Setup
from engine.registry import GAMES
from moaipost.keys import Key
from service import app as service_app, play, settings as settings_, table, tokens, vault
from service.sent import Asked, Sent
from service.store.database import db, writing
from service.store.matches import Match, Seat
from service.store.players import Player
from service.store.seat_keys import SeatKey

SECRET = secrets.token_urlsafe(48)
BEGAN = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
PATTERN = copying.PATTERN
AUTHORITY = "moai.example"
BY_LETTER = Sent(body=b"{}", method="POST", authority="moai.example", path="/t/<token>")


def environment(url: str, data: Path, **more: str) -> dict[str, str]:
    """What the service is started with."""
    return {
        "MODE": "development",
        "DATA": str(data),
        "DATABASE_URL": url,
        "SECRET_KEY": SECRET,
        "BASE_URL": f"http://{AUTHORITY}",
        "REDIS_URL": f"redis+socket://{data}/none.sock",
        "LOG_LEVEL": "info",
        **more,
    }


@contextmanager
def inside(url: str, data: Path, **more: str) -> Iterator[Flask]:
    """The app in this process, to lay tables and sign tokens with."""
    made = service_app.create(settings_.read(environment(url, data, **more)))
    with made.app_context():
        yield made
        db.session.remove()
        db.engine.dispose()


@dataclass(frozen=True)
class Stock:
    """Copies of one match: ids from `first` on, and the seats whose turn it is."""

    seats: int
    first: int
    count: int
    turn: int
    awaited: tuple[int, ...]
    keys: tuple[Key, ...] = ()  # each seat's, to sign with

    def ids(self) -> Iterator[str]:
        return (f"{number:08x}" for number in range(self.first, self.first + self.count))

    def bearer(self, match_id: str, seat: int) -> str:
        return f"Bearer {tokens.sign(tokens.Seat(match_id, seat, 1))}"


def lay(game: str, seats: int, first: int, count: int, *, bids: int = 0, entries: int = 1) -> Stock:
    """So many matches of a game, just dealt, with the first seats' sealed actions in.

    More than one entry makes them old: the first is in their log again and again.
    """
    keys = tuple(Key.new() for _ in range(seats))
    with writing() as session:
        people = [_player(number) for number in range(seats)]
        session.add_all(people)
        session.flush()
        row = _match(game, seats)
        session.add(row)
        session.flush()
        session.add_all(_seat(number) for number in range(seats))
        session.flush()
        done = engine.start(GAMES[game], PATTERN, Setup(seats, {}), _seed())
        row.status, row.started_at = "running", BEGAN
        table.keep(session, row, done, BEGAN)
        session.add_all(_key(number, key) for number, key in enumerate(keys))
    for seat in range(bids):
        asked = Asked(0, first_choice(done, seat), None)
        play.submit(tokens.Seat(PATTERN, seat, 1), BY_LETTER, asked, BEGAN)
    copying.age(entries)
    copying.multiply(first, count)
    awaited = sorted(GAMES[game].awaiting(done.match.state))
    return Stock(seats, first, count, done.match.turn, tuple(awaited[bids:]), keys)


def first_choice(done: engine.Done[Any], seat: int) -> dict[str, Any]:
    played = done.match
    action = next(iter(played.game.choices(played.state, seat)))
    chosen: dict[str, Any] = codec.write(type(action), action)
    return chosen


def _seed() -> bytes:
    return bytes(range(32))


def _player(number: int) -> Player:
    return Player(
        id=f"{PATTERN}{number}",
        name=f"Player {number}",
        address=f"p{number}.{PATTERN}@players.example",
        confirmed_at=BEGAN,
        language="en",
        time_zone="Europe/Rome",
        policy={},
        created_at=BEGAN,
    )


def _match(game: str, seats: int) -> Match:
    return Match(
        id=PATTERN,
        game=game,
        options={},
        seats=seats,
        status="gathering",
        public=True,
        starts_alone=True,
        pace={"turn_hours": 24, "sealed_hours": 48},
        cooling=0,
        host_id=f"{PATTERN}0",
        seed=vault.seal(_seed()),
        seed_hash=commitment(_seed()),
        created_at=BEGAN,
    )


def _seat(number: int) -> Seat:
    return Seat(
        match_id=PATTERN,
        number=number,
        player_id=f"{PATTERN}{number}",
        name=f"Player {number}",
        status="accepted",
        accepted_at=BEGAN,
    )


def first_actions(game: str, seats: int, seat: int) -> dict[str, Any]:
    """What a seat could do first at a table just dealt."""
    return first_choice(engine.start(GAMES[game], PATTERN, Setup(seats, {}), _seed()), seat)


def _key(number: int, key: Key) -> SeatKey:
    return SeatKey(
        match_id=PATTERN,
        seat=number,
        generation=1,
        keyid=key.id,
        public=key.public,
        created_at=BEGAN,
    )
