"""All that anyone but one seat can see of a match: answers, pages, letters, logs, figures, rows."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_string, policy
from typing import Any

from flask import Flask
from sqlalchemy import select
from structlog.testing import capture_logs
from werkzeug.test import TestResponse

from service import tokens, vault
from service.post import delivery
from service.store.database import reading
from service.store.entries import LogEntry
from service.store.letters import Letter
from service.store.matches import Match
from service.store.plans import PlanRow, PreferenceRow
from service.store.submissions import Submission
from tests.parts.dumps import SEALED_COLUMNS, dump
from tests.parts.operations import OPERATIONS
from tests.parts.tables import at
from tests.service.tables import Table

LETTER = "letter: "
CLOCK = re.compile(r"(?<=;)t=\d+")
STEADY = {"X-Request-ID": "the-observer"}


def looks(app: Flask, table: Table, *hidden: int) -> Iterator[str]:
    """Every operation that reads, and the page, for a stranger and for each of the others."""
    client, phase = app.test_client(), str(table.row().phase)
    for seat in (None, *(one for one in range(table.seats) if one not in hidden)):
        token = None if seat is None else tokens.sign(table.seat(seat))
        head = STEADY | ({} if token is None else {"Authorization": f"Bearer {token}"})
        for one in OPERATIONS:
            if one.method == "GET":
                yield _seen(one.name, client.get(one.url(table.id), headers=head))
        if seat is not None:
            link = tokens.sign(table.turn(seat, phase))
            yield _seen("page", client.get(f"/t/{link}", headers=STEADY))
            for path in (f"/s/{token}{more}" for more in ("", "/log", "/replay", "/talk")):
                yield _seen("seat's page", client.get(path, headers=STEADY))
    for path in ("/matches", f"/m/{table.id}", f"/m/{table.id}/replay"):
        yield _seen(path, client.get(path, headers=STEADY))
    yield _seen("host", client.get(f"/h/{tokens.sign(tokens.Host(table.id, 1))}", headers=STEADY))


def _seen(name: str, answer: TestResponse) -> str:
    # When a quota is whole again is the clock's; how much of it is left is compared.
    said = [(header, CLOCK.sub("", value)) for header, value in sorted(answer.headers)]
    return f"{name}: {answer.status} {said} {answer.data!r}"


def letters(*hidden: str) -> Iterator[str]:
    """The text of every letter to somebody else."""
    with reading() as session:
        for one in session.scalars(select(Letter).order_by(Letter.id)):
            if one.player_id not in hidden:
                yield f"{LETTER}{vault.unseal(one.copy or b'').decode()}"


def unfolded(line: str) -> str:
    """A letter with its parts as a reader has them: where a line is broken depends on its hash."""
    if not line.startswith(LETTER):
        return line
    letter = message_from_string(line.removeprefix(LETTER), policy=policy.default)
    parts = [part.get_content() for part in letter.walk() if not part.is_multipart()]
    return f"{LETTER}{letter.items()} {parts!r}"


def rows() -> Iterator[str]:
    """The database without its sealed columns, and how long those are."""
    yield from dump(SEALED_COLUMNS)
    with reading() as session:
        for one in session.scalars(select(Submission).order_by(Submission.id)):
            yield f"lengths: {len(one.body)} {len(one.action or b'')} {len(one.salt or b'')}"
            yield f"lengths: {len(one.proof or '')} {len(one.standing or '')}"
        for row in session.scalars(select(Match).order_by(Match.id)):
            yield f"lengths: {len(row.state or b'')} {len(row.back)}"
        for entry in session.scalars(select(LogEntry).order_by(LogEntry.match_id, LogEntry.number)):
            yield f"lengths: {len(entry.private)} {len(entry.salt)} {len(entry.told)}"
        for kind in (PlanRow, PreferenceRow):
            for kept in session.scalars(select(kind.kept).order_by(kind.match_id, kind.seat)):
                yield f"{kind.__tablename__}: {len(kept)}"


def figures(app: Flask) -> dict[str, float]:
    lines = app.test_client().get("/metrics").text.splitlines()
    counted = [line for line in lines if line.startswith("moai_") and "_created" not in line]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in counted)}


@contextmanager
def listening() -> Iterator[list[str]]:
    """Every line that is logged, ours and the libraries', from the lowest level up."""
    heard: list[str] = []
    root, keeper = logging.getLogger(), _Keeper(heard)
    level = root.level
    root.addHandler(keeper)
    root.setLevel(logging.DEBUG)
    with capture_logs() as ours:
        yield heard
    root.removeHandler(keeper)
    root.setLevel(level)
    heard += [f"log: {line}" for line in ours]


class _Keeper(logging.Handler):
    def __init__(self, heard: list[str]) -> None:
        super().__init__()
        self.heard = heard

    def emit(self, record: Any) -> None:
        # The test's own mail server logs from a thread of its own, whenever it comes to it.
        if not record.name.startswith(("mail.", "asyncio")):
            self.heard.append(f"log: {record.name} {record.getMessage()}")


def all_seen(app: Flask, table: Table, *hidden: int) -> list[str]:
    """Once the post has been delivered; commitments are public, and told apart by nobody."""
    delivery.deliver(at())
    theirs = [f"{table.id}{one}" for one in hidden]
    seen = [*looks(app, table, *hidden), *letters(*theirs), *rows()]
    with reading() as session:
        known = [
            text
            for one in session.scalars(select(Submission).where(Submission.seat.in_(hidden)))
            for text in (one.commitment, one.hidden_commitment)
            if text
        ]
    for text in known:
        seen = [line.replace(text, "<commitment>") for line in seen]
    return seen
