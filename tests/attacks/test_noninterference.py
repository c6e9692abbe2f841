"""Noninterference: whatever one seat has sealed, the others see the same, to the byte."""

import re
from collections.abc import Callable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
import structlog
from flask import Flask

from service import looking, match_keys, resolution, tokens, vault
from service.store import submissions
from service.store.database import reading
from service.store.held import AnyMatch
from tests.attacks import stillness, watchers
from tests.parts.dumps import SEALED_COLUMNS
from tests.parts.site import MakeApp
from tests.service.tables import NOON, Table, begin

HIDDEN = 0
OTHERS = "bid nothing"
SECRETS = (
    ("bid nothing", "bid 1 marker"),
    ("bid 2 markers, sorcerer, chief; take 3 or 2 or 1, then 2, then decline", "bid 1 worker"),
)
KEY = "a secret key that is the same in both runs"
QUICK = {"island": "motu-nui", "quick": True}

HASH = re.compile("[0-9a-f]{64}")
ROW = re.compile("(?!log)[a-z]+: {")

Run = Callable[..., list[str]]
Step = Callable[[Flask, Table, str], None]


@pytest.fixture
def run(
    make_app: MakeApp, migrated_sqlite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Run:
    """Play up to the last bid but one with these secrets, and say what the others saw."""
    stillness.hold(monkeypatch)
    stillness.sketch(monkeypatch)

    def play(
        first: str,
        second: str,
        then: Callable[..., Any] | None = None,
        steps: Sequence[Step] = (),
        *,
        often: bool = True,
    ) -> list[str]:
        stillness.salt(monkeypatch)
        stillness.draw(monkeypatch)
        path = tmp_path / f"run{len(list(tmp_path.glob('run*')))}"
        path.write_bytes(migrated_sqlite.read_bytes())
        app = make_app(DATABASE_URL=f"sqlite:///{path}", SECRET_KEY=KEY)
        with app.app_context():
            before = watchers.figures(app)
            with watchers.listening() as heard:
                table = begin("giants", 4, options=QUICK, match_id="m1")
                seen = _played(app, table, first, second, steps or WHOLE, often=often)
                seen += then(app, table) if then else []
            now = watchers.figures(app)
        counted = [f"{name} {value - before.get(name, 0)}" for name, value in now.items()]
        return seen + heard + counted

    return play


def _played(
    app: Flask, table: Table, first: str, second: str, steps: Sequence[Step], *, often: bool
) -> list[str]:
    """All that was seen: after each step, or once the bids are in."""
    seen = watchers.all_seen(app, table, HIDDEN) if often else []
    for step in steps:
        step(app, table, second if step is _reseal else first)
        seen += watchers.all_seen(app, table, HIDDEN) if often else []
    for rival in (1, 2):
        _turn(app, table, rival, "POST", "turns", OTHERS)
    return seen + watchers.all_seen(app, table, HIDDEN)


def _turn(
    app: Flask, table: Table, seat: int, method: str, door: str, text: str, key: str | None = None
) -> int:
    head = watchers.STEADY | {"Authorization": f"Bearer {tokens.sign(table.seat(seat))}"}
    head |= {} if key is None else {"Idempotency-Key": key}
    body = {"turn": table.row().turn, "text": text}
    url = f"/api/v1/matches/{table.id}/{door}"
    status = app.test_client().open(url, method=method, json=body, headers=head).status_code
    assert status in (200, 202), (status, text)
    return status


def _check(app: Flask, table: Table, text: str) -> None:
    _turn(app, table, HIDDEN, "POST", "check", text)


def _seal(app: Flask, table: Table, text: str) -> None:
    _turn(app, table, HIDDEN, "POST", "turns", text)


def _reseal(app: Flask, table: Table, text: str) -> None:
    _turn(app, table, HIDDEN, "PUT", "sealed", text, "a key")


def _look(app: Flask, table: Table, text: str) -> None:
    """The holder sees its own, in the API and on its page."""
    client, phase = app.test_client(), str(table.row().phase)
    token = tokens.sign(table.seat(HIDDEN))
    url = f"/api/v1/matches/{table.id}/sealed"
    own = client.get(url, headers={"Authorization": f"Bearer {token}"} | watchers.STEADY)
    page = client.get(f"/t/{tokens.sign(table.turn(HIDDEN, phase))}", headers=watchers.STEADY)
    assert (own.status_code, page.status_code) == (200, 200)


def _withdraw(app: Flask, table: Table, text: str) -> None:
    head = watchers.STEADY | {"Authorization": f"Bearer {tokens.sign(table.seat(HIDDEN))}"}
    url = f"/api/v1/matches/{table.id}/sealed"
    assert app.test_client().delete(url, headers=head).status_code == 204


WHOLE: tuple[Step, ...] = (_check, _seal, _reseal, _look, _withdraw, _seal)


def differences(one: list[str], other: list[str]) -> list[tuple[str | None, str | None]]:
    return [pair for pair in zip_longest(one, other) if pair[0] != pair[1]]


def test_whatever_is_sealed_the_others_see_the_same_until_it_opens_i6(run: Run) -> None:
    """Nothing against a marker; a great bid with a long plan against a small one without."""
    seen = [run(*secrets) for secrets in SECRETS]

    assert len(seen[0]) > 400
    assert differences(*seen) == []


def _revealed(app: Flask, table: Table) -> list[str]:
    """The last bid comes in and all lie open."""
    _turn(app, table, 3, "POST", "turns", OTHERS)
    assert resolution.resolve(table.id, NOON)
    return watchers.all_seen(app, table, HIDDEN)


def test_a_plan_stays_hidden_when_the_bids_are_opened(run: Run) -> None:
    """Two plans of which the first choice is the same: nobody learns what would have followed."""
    plans = ("bid 1 worker; take 1", "bid 1 worker; take 1 or 2 or 3, then decline")
    seen = [_outside(run("bid nothing", plan, _planned(plan), [_check])) for plan in plans]

    assert differences(*seen) == []


def _outside(seen: list[str]) -> list[str]:
    """What leaves the house, but for hashes: they commit to the plan, and salts hide it there."""
    told = [watchers.unfolded(line) for line in seen if ROW.match(line) is None]
    return [HASH.sub("<hash>", line) for line in told]


def _planned(plan: str) -> Callable[..., Any]:
    def then(app: Flask, table: Table) -> list[str]:
        _seal(app, table, plan)
        return _revealed(app, table)

    return then


def test_control_bids_that_are_opened_are_seen(run: Run) -> None:
    seen = [run(*secrets, _revealed, [_seal], often=False) for secrets in SECRETS]

    assert differences(*seen) != []


# --- controls: each leak that is made on purpose is found


def _opened_text(match_id: str) -> str:
    with reading() as session:
        for one in submissions.in_force(session, match_id, "auction 1"):
            if one.seat == HIDDEN and one.action:
                return vault.unseal(one.action).decode()
    return ""


def leak_in_a_tag(patch: pytest.MonkeyPatch) -> None:
    mark = looking.mark
    patch.setattr(looking, "mark", lambda token, m: mark(token, m) + str(len(_opened_text(m))))


def leak_in_a_length(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(vault, "padded", lambda data, _: len(data).to_bytes(4, "big") + data)


def leak_in_a_log(patch: pytest.MonkeyPatch) -> None:
    seal = match_keys.seal

    def telling(row: AnyMatch, place: str, data: bytes, least: int) -> bytes:
        structlog.get_logger("leak").warning("sealing", size=len(data))
        return seal(row, place, data, least)

    patch.setattr(match_keys, "seal", telling)


def leak_in_a_key(patch: pytest.MonkeyPatch) -> None:
    kept = [one for one in SEALED_COLUMNS if one != "submission.fingerprint"]
    patch.setattr(watchers, "SEALED_COLUMNS", kept)


LEAKS: dict[Callable[[pytest.MonkeyPatch], None], list[Step]] = {
    leak_in_a_tag: [_seal],
    leak_in_a_length: [_seal],
    leak_in_a_log: [_seal],
    leak_in_a_key: [_seal, _reseal],
}


@pytest.mark.parametrize("leak", LEAKS)
def test_control_a_leak_is_found(
    run: Run, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    """One look, once the bids are in, is enough for each."""
    leak(monkeypatch)
    seen = [run(*secrets, None, LEAKS[leak], often=False) for secrets in SECRETS]

    assert differences(*seen) != []
