"""Couriers killed at any moment on a long round: no letter is lost, none comes three times."""

import os
import signal
import sys
import time
from pathlib import Path

from flask import Flask

from service import notices
from service.notices import Telling
from service.store.database import reading, writing
from service.store.matches import Match
from tests.faults.test_worker_lost import children
from tests.parts import tables
from tests.parts.audit import post
from tests.parts.choosing import dice
from tests.parts.post_office import PostOffice
from tests.parts.site import Process, process, wait_for
from tests.parts.tables import NOON
from tests.parts.tally import Tally
from tests.scale import SEED, times

TABLES = times(13, 625)  # on each kind of database, and so are the kills
KILLS = times(2, 100)
PEOPLE = ("Anna", "Bruno", "Carla", "Dora", "Emil")
LETTERS = TABLES * 4  # all but the host's
A_LETTER = 0.03  # seconds, about what one takes from its claim to its mark
NAMES = [f"m{number}" for number in range(TABLES)]


def invite() -> None:
    """Everybody, to every table: letters without a picture, which would take most of the time."""
    for name in NAMES:
        tables.lay(name, "giants", PEOPLE, start=False)
        with writing() as session:
            row = session.get_one(Match, name)
            for seat, person in enumerate(PEOPLE[1:], 1):
                telling = Telling(seat, "invitation", "invitation:1")
                notices.tell_player(session, row, f"{name}-{person}", telling, NOON)


def strike(relay: Process, office: PostOffice, tally: Tally) -> None:
    """A kill whenever so many letters more are there, wherever the courier may be just then."""
    luck = dice(SEED)
    for number in range(1, KILLS + 1):
        while len(office.texts) < LETTERS * number // (KILLS + 1):
            assert relay.poll() is None, "it ended early"
            time.sleep(0.002)
        time.sleep(luck.uniform(0, A_LETTER))
        (courier,) = children(relay.pid)
        os.kill(courier, signal.SIGKILL)
        wait_for(lambda: children(relay.pid) not in ([], [courier]), "the next one")  # noqa: B023  # called here
        tally.step(number, KILLS, f"{len(office.texts)} letters")


def test_no_letter_is_lost_and_a_kill_costs_one_copy_at_most(
    posting: Flask, database_url: str, post_office: PostOffice, tmp_path: Path, tally: Tally
) -> None:
    """I4 and I5."""
    invite()
    environment = {
        "MODE": "development",
        "DATA": str(tmp_path / "data"),
        "SECRET_KEY": posting.extensions["settings"].secret_key,
        "DATABASE_URL": database_url,
        "REDIS_URL": f"redis+socket://{tmp_path}/none.sock",
        "SMTP_URL": post_office.url,
        "LOG_LEVEL": "warning",
    }
    command = [sys.executable, "-m", "tests.faults.relay"]
    with process(command, environment, tmp_path / "log") as relay:
        strike(relay, post_office, tally)
        code = relay.wait()
    assert code == os.EX_OK, (tmp_path / "log").read_text()

    copies = post_office.copies()
    with reading() as session:
        now = NOON
        faults = [fault for name in NAMES for fault in post.faults(session, name, copies, now)]
    assert [*faults, *post.extra_copies(copies, KILLS)] == []
    assert {letter.status for name in NAMES for letter in tables.letters(name)} == {"sent"}
    assert len(copies) == LETTERS
    tally.keep(kills=KILLS, letters=LETTERS, second_copies=copies.total() - LETTERS, lost=0)
