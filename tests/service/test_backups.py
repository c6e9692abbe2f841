"""Backups: made under writes, whole at one moment, and no letter of them is sent twice."""

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from email import message_from_bytes
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import make_url

from service import stand_ins
from service.mail.reports import Returned
from service.operating import (
    OperatingError,
    backup,
    checking,
    encrypting,
    pg_programs,
    restored,
    sqlite_copy,
)
from service.post import bounces, delivery
from service.post.truth import RESTORED
from service.settings import Settings
from tests.parts import tables
from tests.parts.databases import Postgres
from tests.parts.post_office import PostOffice, sending
from tests.parts.site import PATIENCE
from tests.parts.tables import NOON, at, lay
from tests.service.tables import begin

GONE = Returned("550 5.1.1 user unknown", address=True)


@pytest.fixture
def empty(request: pytest.FixtureRequest, posting: Flask, tmp_path: Path) -> str:
    """An empty database of the same kind as the service's own."""
    settings: Settings = posting.extensions["settings"]
    if make_url(settings.database_url).get_backend_name() == "sqlite":
        return f"sqlite:///{tmp_path}/restored.sqlite3"
    server: Postgres = request.getfixturevalue("postgres")
    return server.address(server.create())


def still(_done: int, _all: int) -> None:
    """Nobody looks at the progress."""


@contextmanager
def written_meanwhile(app: Flask, match_id: str) -> Iterator[list[int]]:
    """Bots play on in another thread for as long as this lasts; how far they came."""
    came: list[int] = []
    ended = threading.Event()

    def go_on() -> None:
        with app.app_context():
            while not ended.is_set() and stand_ins.act(match_id, NOON):
                came.append(len(came))

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        while len(came) < 3:
            ended.wait(0.005)
        yield came
    finally:
        ended.set()
        thread.join()


def ids(office: PostOffice) -> list[str]:
    return [str(message_from_bytes(text)["Message-ID"]) for text in office.texts]


def saved(app: Flask, there: Path) -> Path:
    """One match plays on while it is made, and letters of another wait."""
    settings: Settings = app.extensions["settings"]
    begin("rapa-nui", 3, bots=(0, 1, 2), match_id="bots")
    lay("m1", "rapa-nui", ("Anna", "Bruno"))  # two letters: that it has begun, and to whose turn
    with written_meanwhile(app, "bots") as came:
        backup.make(settings.database_url, there / "moai.backup", still)
        assert came
    return there / "moai.backup"


@pytest.mark.parametrize("held", [True, False])
def test_a_backup_made_under_writes_is_whole_and_sends_nothing_twice(
    posting: Flask,
    empty: str,
    post_office: PostOffice,
    make_settings: Callable[..., Settings],
    tmp_path: Path,
    *,
    held: bool,
) -> None:
    """The control lets what waited leave: then the same news arrives twice."""
    file = saved(posting, tmp_path)
    delivery.deliver(at(10), "m1")  # the service goes on, and fails only now
    sent = ids(post_office)
    chosen = make_settings(DATABASE_URL=empty, SMTP_URL=post_office.url)
    with sending(chosen):
        restored.restore(empty, file, still, keep_waiting=not held)
        checked = [checking.check(one) for one in checking.ids()]
        delivery.deliver(at(20), "m1")
        again = ids(post_office)[len(sent) :]
        asked = restored.ask_again(NOON + timedelta(hours=1))
        delivery.deliver(at(70), "m1")
        more = ids(post_office)[len(sent) + len(again) :]
        restored.ask_again(NOON + timedelta(hours=2))
        delivery.deliver(at(130), "m1")

    assert [(one.match, one.fault) for one in checked] == [("bots", None), ("m1", None)]
    assert len(again) == (0 if held else 2)
    assert asked == 1
    assert len(more) == 1
    assert ids(post_office)[len(sent) + len(again) + len(more) :] == []
    assert not set(more) & set(sent)


def test_what_the_first_life_sent_since_the_backup_comes_back_to_no_letter_of_the_second(
    posting: Flask, empty: str, make_settings: Callable[..., Settings], tmp_path: Path
) -> None:
    """Their numbers are the same: nothing outside is made of them."""
    file = saved(posting, tmp_path)
    delivery.deliver(at(10), "m1")
    lost = tables.letters("m1")
    chosen = make_settings(DATABASE_URL=empty, BOUNCE_DOMAIN="bounce.moai.example")
    with sending(chosen):
        restored.restore(empty, file, still)
        dropped = [one for one in tables.letters("m1") if one.status == "dropped"]
        restored.ask_again(NOON)
        delivery.deliver(at(70), "m1")
        fresh = [one for one in tables.letters("m1") if one.status == "sent"]
        taken = [bounces.take(one.called, GONE, at(80)()) for one in lost]
        after = [one.status for one in tables.letters("m1") if one.id in {f.id for f in fresh}]

    assert {one.id for one in lost} & {one.id for one in fresh}
    assert not {one.message_id for one in lost} & {one.message_id for one in fresh}
    assert taken == [False, False]
    assert after == ["sent"] * len(fresh)
    assert {one.reason for one in dropped} <= {RESTORED}


# --- encrypted


KEY, OTHER = "the key of this service's backups, 1", "the key of other backups, not of these"


@pytest.fixture
def encrypted(posting: Flask, tmp_path: Path) -> Path:
    """A backup of one match, with a name that would be found in it."""
    lay("m1", "rapa-nui", ("Anna", "Bruno"))
    settings: Settings = posting.extensions["settings"]
    backup.make(settings.database_url, tmp_path / "moai.encrypted", still, KEY)
    return tmp_path / "moai.encrypted"


def test_an_encrypted_backup_is_whole_and_nobody_reads_it(
    posting: Flask, empty: str, encrypted: Path, make_settings: Callable[..., Settings]
) -> None:
    data = encrypted.read_bytes()
    with sending(make_settings(DATABASE_URL=empty)):
        restored.restore(empty, encrypted, still, key=KEY)
        checked = [(one.match, one.fault) for one in map(checking.check, checking.ids())]

    assert checked == [("m1", None)]
    assert not any(word in data for word in (b"SQLite", b"PGDMP", b"Bruno", b"rapa-nui"))
    assert stat.S_IMODE(encrypted.stat().st_mode) == 0o600
    assert not list(encrypted.parent.glob("*.partial"))
    assert not list(encrypted.parent.rglob("*.copy"))


@pytest.mark.parametrize(
    ("key", "said"),
    [("", "is encrypted: set BACKUP_KEY"), (OTHER, "was encrypted with another key")],
)
def test_without_its_key_it_is_refused_and_the_database_stays_empty(
    posting: Flask, empty: str, encrypted: Path, key: str, said: str
) -> None:
    with pytest.raises(OperatingError, match=said):
        backup.fill(empty, encrypted, still, key)

    backup.fill(empty, encrypted, still, KEY)


HEAD = len(encrypting.MARK) + encrypting.SALT_BYTES + encrypting.CHECK_BYTES
SMALL = 4096


def changed(data: bytes) -> bytes:
    return data[:-100] + bytes([data[-100] ^ 1]) + data[-99:]


def shortened(data: bytes) -> bytes:
    return data[:-1]


def cut(data: bytes) -> bytes:
    """After its first whole piece."""
    return data[: HEAD + SMALL + encrypting.TAG_BYTES]


def swapped(data: bytes) -> bytes:
    size = SMALL + encrypting.TAG_BYTES
    first, second = data[HEAD : HEAD + size], data[HEAD + size : HEAD + 2 * size]
    return data[:HEAD] + second + first + data[HEAD + 2 * size :]


@pytest.mark.parametrize("spoil", [changed, shortened, cut, swapped])
def test_one_that_was_tampered_with_fills_nothing(
    posting: Flask,
    empty: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    spoil: Callable[[bytes], bytes],
) -> None:
    """In small pieces, so that there are several; the whole one is taken."""
    monkeypatch.setattr(encrypting, "PIECE", SMALL)
    settings: Settings = posting.extensions["settings"]
    whole, wrong = tmp_path / "whole", tmp_path / "wrong"
    backup.make(settings.database_url, whole, still, KEY)
    wrong.write_bytes(spoil(whole.read_bytes()))
    with pytest.raises(OperatingError, match="is damaged"):
        backup.fill(empty, wrong, still, KEY)

    backup.fill(empty, whole, still, KEY)


def surroundings(settings: Settings, url: str, key: str) -> dict[str, str]:
    return {
        **os.environ,
        "MODE": "development",
        "DATA": str(settings.data),
        "SECRET_KEY": settings.secret_key,
        "DATABASE_URL": url,
        "REDIS_URL": settings.redis_url,
        "BACKUP_KEY": key,
    }


def command(
    settings: Settings, url: str, key: str, *words: str
) -> "subprocess.CompletedProcess[str]":
    """A program of its own, which knows its environment alone."""
    return subprocess.run(  # noqa: S603  # our own commands
        [sys.executable, "-m", "flask", "--app", "wsgi", *words],
        env=surroundings(settings, url, key),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_the_command_encrypts_with_the_operators_key(posting: Flask, empty: str) -> None:
    lay("m1", "rapa-nui", ("Anna", "Bruno"))
    settings: Settings = posting.extensions["settings"]
    made = command(settings, settings.database_url, KEY, "backup")
    file = Path(made.stdout.strip())
    backup.fill(empty, file, still, KEY)

    assert made.returncode == 0, made.stderr
    assert (file.suffix, stat.S_IMODE(file.stat().st_mode)) == (".encrypted", 0o600)
    assert encrypting.is_encrypted(file)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        (KEY, "Restored."),
        ("", "is encrypted: set BACKUP_KEY to the key that it was made with."),
        (OTHER, "was encrypted with another key than BACKUP_KEY."),
    ],
)
def test_the_command_restores_with_the_key_and_says_what_is_wrong_without(
    posting: Flask, empty: str, encrypted: Path, key: str, said: str
) -> None:
    settings: Settings = posting.extensions["settings"]
    done = command(settings, empty, key, "restore", str(encrypted))

    assert said in done.stdout + done.stderr
    assert done.returncode == (0 if key == KEY else 1)
    assert "Traceback" not in done.stderr


# --- files


def test_only_its_owner_reads_it_and_nothing_is_overwritten(app: Flask, tmp_path: Path) -> None:
    url = app.extensions["settings"].database_url
    file = tmp_path / "deep" / "one.sqlite3"
    with app.app_context():
        backup.make(url, file, still)
        with pytest.raises(OperatingError, match="is there already"):
            backup.make(url, file, still)
        with pytest.raises(OperatingError, match="is not empty"):
            backup.fill(url, file, still)

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in file.parent.iterdir()] == ["one.sqlite3"]


def test_what_is_no_backup_is_refused_and_leaves_the_database_empty(
    app: Flask, tmp_path: Path
) -> None:
    target = tmp_path / "empty.sqlite3"
    url, file = f"sqlite:///{target}", tmp_path / "some"
    damaged = tmp_path / "damaged.sqlite3"
    backup.make(app.extensions["settings"].database_url, damaged, still)
    damaged.write_bytes(damaged.read_bytes()[:-8192])
    file.write_bytes(b"not a database, but long enough to be taken for one" * 40)
    for wrong, said in (
        (file, "not an SQLite"),
        (damaged, "damaged|not an"),
        (target, "no backup"),
    ):
        with pytest.raises(OperatingError, match=said):
            backup.fill(url, wrong, still)

    assert not target.exists()


def test_control_a_copy_of_the_file_under_writes_is_torn(app: Flask, tmp_path: Path) -> None:
    """Read in two halves, with a commit between them."""
    source = Path(str(make_url(app.extensions["settings"].database_url).database))
    with app.app_context():
        begin("rapa-nui", 3, bots=(0, 1, 2), match_id="bots")
        stand_ins.act("bots", NOON)
        half = source.stat().st_size // 2
        first = source.read_bytes()[:half]
        while stand_ins.act("bots", NOON):
            """To the end of the match."""
        (tmp_path / "torn").write_bytes(first + source.read_bytes()[half:])

    with pytest.raises(OperatingError, match=r"damaged|not an SQLite"):
        sqlite_copy.demand_sound(tmp_path / "torn")


def test_programs_that_do_not_fit_the_server_are_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, postgres: Postgres
) -> None:
    """An older pg_dump refuses a newer server: it is not even tried."""
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.1'\n")
    old.chmod(0o700)
    monkeypatch.setattr(pg_programs, "WHEEL", "no_such_package")
    monkeypatch.setattr(pg_programs, "INSTALLED", tmp_path / "none")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OperatingError, match=r"install postgresql-client-\d\d"):
        backup.make(postgres.url, tmp_path / "x.dump", still)

    assert not (tmp_path / "x.dump").exists()


def test_the_commands_tell_where_it_is_and_what_is_held_back(
    app: Flask, make_settings: Callable[..., Settings], tmp_path: Path
) -> None:
    made = app.test_cli_runner().invoke(args=["backup"])
    file = Path(made.stdout.strip())
    help_ = app.test_cli_runner().invoke(args=["restore", "--help"]).stdout
    refused = app.test_cli_runner().invoke(args=["restore", str(file)])

    assert made.exit_code == 0
    assert file.parent == app.extensions["settings"].data / "backups"
    sqlite_copy.demand_sound(file)
    assert "held back for good" in " ".join(help_.split())
    assert refused.exit_code == 1
    assert "is not empty" in refused.stderr
