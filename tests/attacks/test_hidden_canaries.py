"""What is hidden of a match, looked for in all that is kept of it: database, files and backups.

Hands, the deck, cards that lie face down, the key of luck, and the salts of what is committed to.
"""

import base64
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from engine import codec
from engine.record import Entry
from service import table
from service.operating import backup, pg_programs, sealing
from service.settings import Settings
from service.store import entries
from service.store.database import db, reading, writing
from service.store.letters import Notice
from service.store.matches import Match
from tests.attacks import test_canaries
from tests.journeys.test_matches import GIANTS, RAPA_NUI
from tests.parts import calling
from tests.parts.choosing import dice
from tests.parts.dumps import dump
from tests.parts.house import House
from tests.parts.people import Game, Person, act, gather, settled
from tests.parts.unsealing import lay_open

LAID = "LaY {good}, aDd {added}"  # as nobody else would write it


def people() -> list[Person]:
    return [Person(name, "client") for name in ("Ann", "Bruno", "Clara")]


def face_down(house: House) -> Game:
    """A match of cards in which somebody has just laid one face down."""
    game = gather(house, RAPA_NUI, people(), dice(7))
    while True:
        (seat, *_) = settled(game)["awaited"]
        offered = calling.call(game.url("/choices"), token=game.people[seat].seat_token).json
        choices = offered["choices"]
        if choices["kind"] == "lay" and choices["goods"] and choices["adds"]:
            said = LAID.format(good=choices["goods"][0].upper(), added=choices["adds"][0])
            answer = calling.send(
                game.url("/turns"),
                {"turn": offered["turn"], "text": said},
                game.people[seat].seat_token,
            )
            assert answer.status == 201, answer.body
            return game
        act(game, seat)


def bid(house: House) -> Game:
    """A match whose first auction has opened all that was bid, but for what was planned."""
    game = gather(house, GIANTS, people(), dice(7))
    for person in game.people:
        sent = {"turn": 0, "text": "bid nothing; take 3 or 1 or 2, then 1 or 3"}
        answer = calling.send(game.url("/turns"), sent, person.seat_token)
        assert answer.status == 202, answer.body
    settled(game)
    return game


# --- what must be nowhere


def written(value: Any) -> list[str]:
    """As JSON may stand in a column, sorted as a state is, and not; and as Python shows it."""
    return [repr(value), *_as_json(value)]


def _as_json(value: Any) -> list[str]:
    return [
        json.dumps(value, separators=separators, sort_keys=in_order)
        for separators in ((",", ":"), (", ", ": "))
        for in_order in (True, False)
    ]


def raw(data: bytes) -> list[str]:
    """As bytes may stand in a file, in a dump of ours, in one of PostgreSQL's, in JSON."""
    return [
        data.decode("latin-1"),
        repr(data)[2:-1],
        data.hex(),
        base64.b64encode(data).decode().rstrip("="),
    ]


def state_words(state: Any) -> Iterator[str]:
    yield from raw(bytes.fromhex(state["luck"]["key"]))
    for name in ("deck", "tribes", "clans", "bases"):
        if state.get(name):
            yield from written(state[name])
    for tribe in state.get("tribes", []):
        yield from (f'"{name}":{json.dumps(tribe[name])}' for name in ("hand", "laid"))
        yield from (
            f'"{name}":{json.dumps(tribe[name], separators=(",", ":"))}'
            for name in ("hand", "laid")
        )


def entry_words(entry: Entry) -> Iterator[str]:
    yield from raw(entry.salt)
    yield from written(entry.private)
    for one in entry.private.get("actions", []):
        yield from raw(bytes.fromhex(one["salt"]))


def words(house: House, game: Game) -> set[str]:
    with house.app.app_context(), reading() as session:
        row = session.get_one(Match, game.id)
        played = table.load(row)
        log = entries.all_of(session, game.id)
        whole = [table.replayed(session, row, one.number).entry for one in log]
    state = codec.write(played.game.state_type, played.state)
    found = {*state_words(state), *(word for one in whole for word in entry_words(one))}
    found |= {", aDd ", "take 3 or 1"}
    return found


# --- where it is looked for


def places(house: House, there: Path) -> Iterator[tuple[str, str]]:
    yield from test_canaries.places(house)
    with house.app.app_context():
        yield "every column", "\n".join(dump())
        settings: Settings = house.app.extensions["settings"]
        url, sqlite = settings.database_url, db.engine.dialect.name == "sqlite"
        there.mkdir(exist_ok=True)
        backup.make(url, there / "backup", lambda _done, _all: None)
        yield "a backup", (there / "backup").read_bytes().decode("latin-1")
        if not sqlite:
            pg_programs.run("pg_dump", url, "--format=plain", f"--file={there / 'dump'}")
            yield "a dump in text", (there / "dump").read_text()
    for path in (house.there / "data").rglob("*"):
        if path.is_file():
            yield f"the file {path.name}", path.read_bytes().decode("latin-1")


def found(house: House, there: Path, *wanted: str) -> list[tuple[str, str]]:
    seen = list(places(house, there))
    return [(where, word) for where, text in seen for word in wanted if word in text]


@pytest.mark.parametrize("playing", [face_down, bid])
def test_no_trace_of_what_is_hidden_in_what_is_kept_of_a_match(
    house: House, tmp_path: Path, playing: Callable[[House], Game]
) -> None:
    game = playing(house)
    hidden = words(house, game)

    assert len(hidden) > 30
    assert found(house, tmp_path, *hidden) == []


def leak_a_state(game: Game) -> None:
    """As it was kept before matches had keys."""
    with writing() as session:
        row = session.get_one(Match, game.id)
        state = table.snapshot(table.load(row))
    with db.engine.begin() as connection:
        statement = text("UPDATE match SET fault = :state WHERE id = :id")
        connection.execute(statement, {"state": state.decode(), "id": game.id})


def leak_a_private_part(game: Game) -> None:
    with writing() as session:
        row = session.get_one(Match, game.id)
        private = dict(table.replayed(session, row, 1).entry.private)
        notice = session.query(Notice).filter_by(match_id=game.id).first()
        assert notice is not None
        notice.facts = private


@pytest.mark.parametrize("leak", [leak_a_state, leak_a_private_part])
def test_control_what_is_kept_open_is_found(
    house: House, tmp_path: Path, leak: Callable[[Game], None]
) -> None:
    """In the database, its file and its dump; then it is wiped, for the house stands on."""
    game = face_down(house)
    hidden = words(house, game)
    with house.app.app_context():
        leak(game)
    seen = {where for where, _ in found(house, tmp_path, *hidden)}
    with house.app.app_context(), db.engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            connection.execute(text("PRAGMA secure_delete = ON"))
        connection.execute(text("UPDATE match SET fault = NULL"))
        connection.execute(text("UPDATE notice SET facts = '{}'"))

    assert "every column" in seen
    assert seen & {"its file", "a dump in text"}


def test_control_a_match_kept_as_before_it_had_a_key_is_found_until_it_is_sealed(
    house: House, tmp_path: Path
) -> None:
    """The defence off: the same match, the same looks."""
    game = face_down(house)
    hidden = words(house, game)
    with house.app.app_context():
        lay_open(game.id)
    before = {where for where, _ in found(house, tmp_path / "before", *hidden)}
    with house.app.app_context():
        list(sealing.seal_all())

    assert "every column" in before
    assert before & {"its file", "a dump in text"}
    assert found(house, tmp_path / "after", *hidden) == []
