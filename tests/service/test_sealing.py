"""Matches from before each had a key: sealed by a command that can be stopped and run again."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import create_engine, make_url, text

from service import hidden, my_data, play, sealed, stand_ins, table, undoing
from service.opening import HostSeat
from service.operating import backup, checking, restored, sealing
from service.sent import Asked, Sent
from service.settings import Settings
from service.store import schema, unsealed
from service.store.database import db, reading
from service.store.matches import Match
from service.store.players import Player
from tests.parts import openings
from tests.parts.databases import Postgres
from tests.parts.openings import BRUNO, CLARA
from tests.parts.post_office import sending
from tests.parts.site import PATIENCE, MakeApp
from tests.parts.unsealing import lay_open
from tests.service.tables import NOON, begin

SENT = Sent(b'{"turn": 0, "text": "bid 1 marker"}', "POST", "moai.example", "/turns", "once")
SECRET = "a secret key that outlives a process or two"  # noqa: S105  # a test's own


def dealt(*names: str) -> dict[str, bytes | None]:
    """Matches of cards some steps on, as they lay before; their states."""
    states = {}
    for name in names:
        begin("rapa-nui", 3, bots=(0, 1, 2), match_id=name)
        for _ in range(4):
            stand_ins.act(name, NOON)
        states[name] = state_of(name)
        lay_open(name)
    return states


def state_of(match_id: str) -> bytes | None:
    with reading() as session:
        return hidden.state(session.get_one(Match, match_id))


def luck_key(state: bytes | None) -> bytes:
    return (state or b"").split(b'"key":"')[1][:64]


def seal_all() -> sealing.Tally:
    return list(sealing.seal_all())[-1]


def test_all_of_it_is_as_it_was_and_plays_on(stored: Flask) -> None:
    states = dealt("m1", "m2")
    tally = seal_all()
    after = {name: state_of(name) for name in states}

    assert (tally.sealed, tally.stuck) == (2, [])
    assert after == states
    assert [checking.check(name).fault for name in states] == [None, None]
    assert stand_ins.act("m1", NOON)
    assert sealing.count() == 0
    assert list(sealing.seal_all()) == []


def test_what_people_sent_is_sealed_with_the_rest(stored: Flask) -> None:
    """A bid that nobody has opened, its receipt come again, and the data of who sent it."""
    match_id = openings.running(HostSeat(), BRUNO, CLARA, game="giants")
    seat = openings.seat_token(match_id, 1)
    asked = Asked(0, None, "bid 1 marker")
    receipt = play.submit(seat, SENT, asked, NOON)
    lay_open(match_id)
    seal_all()

    assert play.submit(seat, SENT, asked, NOON) == receipt
    assert sealed.own_sealed(seat).text == "bid 1 marker"
    bruno = openings.player("bruno@moai.example").id
    with reading() as session:
        kept = my_data.of_player(session, session.get_one(Player, bruno))
    (mine,) = [one.seat for one in kept.matches if one.seat is not None]
    assert [one.body for one in mine.sent] == [SENT.body.decode()]


def test_a_step_may_be_taken_back_across_it(stored: Flask) -> None:
    made = begin("rapa-nui", 3)
    (seat,) = made.row().awaited
    choices = table.load(made.row()).game.choices(table.load(made.row()).state, seat)
    words = table.game_of(made.row()).say(table.load(made.row()).state, next(iter(choices)))
    before = state_of(made.id)
    play.submit(made.seat(seat), SENT, Asked(0, None, words), NOON)
    lay_open(made.id)
    seal_all()

    undoing.undo(made.seat(seat), SENT_BACK, made.row().turn, NOON)

    assert state_of(made.id) == before


SENT_BACK = Sent(b'{"turn": 1}', "POST", "moai.example", "/undo", "twice")


def test_stopped_half_way_it_goes_on_where_it_was(stored: Flask) -> None:
    states = dealt("m1", "m2", "m3")
    next(iter(sealing.seal_all()))
    left = sealing.count()

    assert left == 2
    assert seal_all().sealed == 2
    assert {name: state_of(name) for name in states} == states


def test_killed_after_the_last_match_it_is_run_again_for_its_traces(
    stored: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All are sealed by then, and what they were may still lie in the database's free space."""
    dealt("m1")
    next(iter(sealing.seal_all()))
    left = sealing.count()
    with pytest.raises(schema.UnsealedError):
        schema.demand_sealed(stored)
    cleaned: list[None] = []
    monkeypatch.setattr(unsealed, "clean", lambda: cleaned.append(None))
    list(sealing.seal_all())
    schema.demand_sealed(stored)

    assert left == 0
    assert cleaned
    assert list(sealing.seal_all()) == []


def test_nothing_of_it_is_left_in_the_file(app: Flask, sqlite_url: str) -> None:
    """Nor what earlier steps had left there; the control finds it before."""
    file = Path(str(make_url(sqlite_url).database))
    with app.app_context():
        key = luck_key(dealt("m1")["m1"])
        before = key in file.read_bytes()
        seal_all()
        db.session.remove()
        db.engine.dispose()

    assert before
    assert key not in file.read_bytes()


def test_a_match_whose_bids_no_key_opens_is_named_and_the_others_are_sealed(
    make_app: MakeApp, sqlite_url: str
) -> None:
    first = make_app(DATABASE_URL=sqlite_url, SECRET_KEY="k" * 40)
    with first.app_context():
        made = begin("giants", 3, match_id="m1")
        play.submit(made.seat(0), SENT, Asked(0, None, "bid 1 marker"), NOON)
        lay_open("m1")
        dealt("m2")
    second = make_app(DATABASE_URL=sqlite_url, SECRET_KEY="n" * 40)
    with second.app_context():
        tally = seal_all()

        assert (tally.sealed, tally.stuck, sealing.count()) == (1, ["m1"], 1)


# --- the commands


def environment(url: str, there: Path) -> dict[str, str]:
    return {
        **os.environ,
        "MODE": "development",
        "DATA": str(there / "data"),
        "SECRET_KEY": SECRET,
        "DATABASE_URL": url,
        "REDIS_URL": f"redis+socket://{there}/none.sock",
    }


def run(words: list[str], given: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603  # our own modules
        [sys.executable, *words],
        env=given,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_the_service_does_not_start_on_open_matches_and_starts_once_they_are_sealed(
    make_app: MakeApp, database_url: str, tmp_path: Path
) -> None:
    made = make_app(DATABASE_URL=database_url, SECRET_KEY=SECRET)
    with made.app_context():
        dealt("m1")
    given = environment(database_url, tmp_path)
    verify = ["-m", "flask", "--app", "wsgi", "verify"]
    refused = run(verify, given)
    sealing_ = run(["-m", "service.seal"], given)
    again = run(["-m", "service.seal"], given)
    started = run(verify, given)

    assert refused.returncode != 0
    assert "matches lie open in the database: run `make seal`" in refused.stderr
    assert (sealing_.returncode, sealing_.stdout) == (0, "Matches sealed: 1.\n"), sealing_.stderr
    assert (again.returncode, again.stdout) == (0, "")
    assert (started.returncode, started.stdout) == (0, "Matches checked: 1. Wrong: 0.\n")


def test_the_command_names_matches_that_no_key_opens(
    make_app: MakeApp, sqlite_url: str, tmp_path: Path
) -> None:
    made = make_app(DATABASE_URL=sqlite_url, SECRET_KEY="k" * 40)
    with made.app_context():
        laid = begin("giants", 3, match_id="m1")
        play.submit(laid.seat(0), SENT, Asked(0, None, "bid 1 marker"), NOON)
        lay_open("m1")
    done = run(["-m", "service.seal"], environment(sqlite_url, tmp_path))

    assert done.returncode == 1
    assert "m1\nAdd the key that they were made with to OLD_SECRET_KEYS" in done.stderr


def test_a_database_that_is_away_is_not_judged(make_app: MakeApp, tmp_path: Path) -> None:
    made = make_app(DATABASE_URL=f"sqlite:///{tmp_path}/never-migrated.sqlite3")

    schema.demand_sealed(made)


def test_a_backup_from_before_is_sealed_as_it_is_restored(
    request: pytest.FixtureRequest,
    posting: Flask,
    make_settings: Callable[..., Settings],
    tmp_path: Path,
) -> None:
    settings: Settings = posting.extensions["settings"]
    states = dealt("m1")
    backup.make(settings.database_url, tmp_path / "old", lambda _done, _all: None)
    target = f"sqlite:///{tmp_path}/restored.sqlite3"
    if make_url(settings.database_url).get_backend_name() != "sqlite":
        server: Postgres = request.getfixturevalue("postgres")
        target = server.address(server.create())
    with sending(make_settings(DATABASE_URL=target)):
        restored.restore(target, tmp_path / "old", lambda _done, _all: None)
        engine = create_engine(target)
        with engine.connect() as connection:
            raw = bytes(connection.execute(text("SELECT state FROM match")).scalar_one())
            left = unsealed.any_in(connection)
        engine.dispose()

        assert state_of("m1") == states["m1"]
    assert luck_key(states["m1"]) not in raw
    assert not left
