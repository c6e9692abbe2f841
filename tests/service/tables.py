"""Tables for tests: a running match with people and bots at it, made without any letter."""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from engine import match as engine
from engine.chance import commitment
from engine.game import Setup
from engine.registry import GAMES
from service import table, tokens, vault
from service.store.database import reading, writing
from service.store.entries import all_of
from service.store.matches import Match, Seat
from service.store.players import Player

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SEED = bytes(range(32))


@dataclass(frozen=True)
class Table:
    """A running match, and the tokens of its seats."""

    id: str
    seats: int

    def seat(self, number: int) -> tokens.Seat:
        return tokens.Seat(self.id, number, 1)

    def turn(self, number: int, phase: str) -> tokens.Turn:
        return tokens.Turn(self.id, number, 1, phase)

    def row(self) -> Match:
        with reading() as session:
            found = session.get(Match, self.id)
            assert found is not None
            session.expunge(found)
            return found

    def kinds(self) -> list[str]:
        with reading() as session:
            return [entry.public["kind"] for entry in all_of(session, self.id)]


def begin(
    game: str = "giants",
    seats: int = 3,
    *,
    bots: tuple[int, ...] = (),
    options: dict[str, Any] | None = None,
    cooling: int = 0,
    match_id: str | None = None,
    now: datetime = NOON,
) -> Table:
    """Seat people and bots, and deal; now, where a clock is at work that would find it overdue."""
    name = match_id or secrets.token_hex(6)
    with writing() as session:
        people = [_person(name, number) for number in range(seats)]
        session.add_all(people)
        session.flush()
        row = _match(name, game, seats, people[0].id, cooling)
        row.helped = list(bots)
        session.add(row)
        session.flush()
        session.add_all(_seat(name, number, people, bots) for number in range(seats))
        session.flush()
        done = engine.start(GAMES[game], name, Setup(seats, options or {}), SEED)
        row.status, row.started_at = "running", now
        table.keep(session, row, done, now)
    return Table(name, seats)


def _person(match_id: str, number: int) -> Player:
    return Player(
        id=f"{match_id}{number}",
        name=f"Player {number}",
        address=f"p{number}.{match_id}@example.org",
        confirmed_at=NOON,
        language="en",
        time_zone="UTC",
        policy={},
        created_at=NOON,
    )


def _match(name: str, game: str, seats: int, host: str, cooling: int) -> Match:
    return Match(
        id=name,
        game=game,
        options={},
        seats=seats,
        status="gathering",
        public=True,
        starts_alone=True,
        pace={"turn_hours": 24, "sealed_hours": 48},
        cooling=cooling,
        host_id=host,
        seed=vault.seal(SEED),
        seed_hash=commitment(SEED),
        created_at=NOON,
    )


def _seat(match_id: str, number: int, people: list[Player], bots: tuple[int, ...]) -> Seat:
    bot = "random" if number in bots else None
    return Seat(
        match_id=match_id,
        number=number,
        player_id=None if bot else people[number].id,
        bot=bot,
        name=people[number].name,
        status="accepted",
        accepted_at=NOON,
    )


@dataclass
class Caller:
    """Somebody who speaks HTTP with one token."""

    client: FlaskClient
    token: str | None

    def headers(self, **more: str) -> dict[str, str]:
        return ({"Authorization": f"Bearer {self.token}"} if self.token else {}) | more

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(f"/api/v1{path}", headers=self.headers(**headers))

    def post(self, path: str, body: Any, **headers: str) -> Any:
        return self.client.post(f"/api/v1{path}", json=body, headers=self.headers(**headers))


def caller(app: Flask, token: tokens.Token | None) -> Caller:
    return Caller(app.test_client(), None if token is None else tokens.sign(token))
