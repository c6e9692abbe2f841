"""Noninterference of talk: whatever two seats say to each other, the others see the same."""

import itertools
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from service import looking, talking, tokens, vault
from service.post import delivery
from service.seating import Actor
from service.store import messages
from service.store.database import reading
from service.store.matches import Match
from tests.attacks import stillness, watchers
from tests.attacks.test_noninterference import KEY, QUICK, differences
from tests.parts.site import MakeApp
from tests.parts.tables import at
from tests.service.tables import Table, begin

AUTHOR, READER = 0, 1
SHORT, LONG = "No.", "Let us both bid nothing, and the quarry is ours next time. " * 16
Seen = Callable[[str | None], list[str]]


@pytest.fixture
def seen(
    make_app: MakeApp, migrated_sqlite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Seen:
    """What the others see when these words are whispered, twice, by API and by page."""
    stillness.hold(monkeypatch)
    stillness.sketch(monkeypatch)

    def run(text: str | None) -> list[str]:
        stillness.draw(monkeypatch)
        numbers = itertools.count(1)
        monkeypatch.setattr("service.talking.players.new_id", lambda: f"message{next(numbers):09}")
        path = tmp_path / f"run{len(list(tmp_path.glob('run*')))}"
        path.write_bytes(migrated_sqlite.read_bytes())
        app = make_app(DATABASE_URL=f"sqlite:///{path}", SECRET_KEY=KEY)
        with app.app_context(), watchers.listening() as heard:
            table = begin("giants", 3, options=QUICK, match_id="m1")
            _look(app, table)
            if text is not None:
                _whisper(app, table, text)
            delivery.deliver(at(10))
            found = watchers.all_seen(app, table, AUTHOR, READER)
        return found + (heard if text is not None else [])

    return run


def _look(app: Flask, table: Table) -> None:
    """Once by page in every run: requests of a test share what they chose a language for."""
    app.test_client().get(f"/s/{tokens.sign(table.seat(AUTHOR))}", headers=watchers.STEADY)


def _whisper(app: Flask, table: Table, text: str) -> None:
    client, token = app.test_client(), tokens.sign(table.seat(AUTHOR))
    # From another network than the others: whoever shares one shares its limit of requests.
    client.environ_base["REMOTE_ADDR"] = "203.0.113.7"
    head = watchers.STEADY | {"Authorization": f"Bearer {token}", "Idempotency-Key": "one"}
    body = {"text": text, "to": READER}
    said = client.post(f"/api/v1/matches/{table.id}/messages", json=body, headers=head)
    form = {"do": "say", "message": text, "whom": str(READER), "newest": ""}
    sent = client.post(f"/s/{token}", data=form, headers=watchers.STEADY)
    assert (said.status_code, sent.status_code) == (201, 200)


def test_whatever_is_said_in_private_the_others_see_the_same(seen: Seen) -> None:
    """Answers, pages, letters, logs, and every row but for the words themselves."""
    found = [seen(text) for text in (SHORT, LONG)]

    assert len(found[0]) > 30
    assert differences(*found) == []


def test_whether_anything_is_said_in_private_the_others_do_not_see(seen: Seen) -> None:
    """Strangers, the host and the third seat: answers with their headers, and pages."""
    quiet, loud = ([one for one in seen(text) if _shown(one)] for text in (None, SHORT))

    assert len(quiet) > 20
    assert differences(quiet, loud) == []


def _shown(line: str) -> bool:
    """An answer or a page; rows and letters have ids, which count for the whole service."""
    return re.match(r"(?!log)[^{]+: \d{3} [A-Z]", line) is not None


def leak_in_a_tag(patch: pytest.MonkeyPatch) -> None:
    mark = looking.mark

    def telling(token: Actor | None, match_id: str) -> str:
        with reading() as session:
            found = messages.newest(session, match_id, AUTHOR, 1, 9)
            size = sum(len(vault.unseal(one.text or b"")) for one in found)
        return f"{mark(token, match_id)}{size}"

    patch.setattr(looking, "mark", telling)


def leak_on_a_page(patch: pytest.MonkeyPatch) -> None:
    def careless(seat: int, generation: int) -> object:
        return messages.Message.number > 0

    patch.setattr(messages, "_shown", careless)


@pytest.mark.parametrize("leak", [leak_in_a_tag, leak_on_a_page])
def test_control_a_leak_is_found(
    seen: Seen, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    leak(monkeypatch)

    assert differences(*(seen(text) for text in (SHORT, LONG))) != []


def test_control_a_match_that_grows_with_a_whisper_is_found(
    seen: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    notice = talking._notice

    def telling(session: object, row: Match, *rest: object) -> None:
        row.revision += 1
        notice(session, row, *rest)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr(talking, "_notice", telling)
    quiet, loud = ([one for one in seen(text) if _shown(one)] for text in (None, SHORT))

    assert differences(quiet, loud) != []
