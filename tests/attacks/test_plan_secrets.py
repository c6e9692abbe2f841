"""Noninterference of plans: whatever one seat lays down, the others see the same, to the byte."""

from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from service import play, resolution, tokens, vault
from service.sent import Asked, Sent
from tests.attacks import stillness, watchers
from tests.engine.giants.tables import GAME
from tests.parts.site import MakeApp
from tests.service.tables import NOON, Table, begin

HEXES = list(GAME.islands["motu-nui"].labels.values())
SHORT = {"steps": [{"text": "pass"}]}, {"recall": "keep", "idle": False}
LONG = (
    {"steps": [{"text": f"worker {at}", "otherwise": "skip"} for at in HEXES[:12]]},
    {"recall": "take_back", "idle": True},
)
KEY = "a secret key that is the same in both runs"
QUICK = {"island": "motu-nui", "quick": True}

Look = Callable[[Flask, Table, int], list[str]]
Run = Callable[[tuple[Any, Any], Look], list[str]]


@pytest.fixture
def run(
    make_app: MakeApp, migrated_sqlite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Run:
    """A seat that waits in placement lays these down; what the others saw before and after."""
    stillness.hold(monkeypatch)
    stillness.sketch(monkeypatch)

    def made(laid: tuple[Any, Any], look: Look) -> list[str]:
        stillness.salt(monkeypatch)
        stillness.draw(monkeypatch)
        path = tmp_path / f"run{len(list(tmp_path.glob('run*')))}"
        path.write_bytes(migrated_sqlite.read_bytes())
        app = make_app(DATABASE_URL=f"sqlite:///{path}", SECRET_KEY=KEY)
        with app.app_context(), watchers.listening() as heard:
            return [*_laid(app, laid, look), *heard]

    return made


def _laid(app: Flask, laid: tuple[Any, Any], look: Look) -> Iterator[str]:
    table, hidden = _placing()
    plan, wishes = laid
    yield from look(app, table, hidden)
    for method, door, body in (
        ("PUT", "plan", plan),
        ("GET", "plan", None),
        ("DELETE", "plan", None),
        ("PUT", "plan", plan),
        ("PUT", "preferences", {"preferences": wishes}),
    ):
        _ask(app, table.seat(hidden), method, door, body)
    page = app.test_client().get(f"/s/{tokens.sign(table.seat(hidden))}", headers=watchers.STEADY)
    assert page.status_code == 200
    yield from look(app, table, hidden)


def _placing() -> tuple[Table, int]:
    table = begin("giants", 3, options=QUICK, match_id="m1")
    for seat in range(3):
        sent = Sent(b"{}", "POST", "", "")
        play.submit(table.seat(seat), sent, Asked(0, None, "bid nothing"), NOON)
    assert resolution.resolve(table.id, NOON)
    (awaited,) = table.row().awaited
    return table, (awaited + 1) % 3


def _ask(app: Flask, token: tokens.Seat, method: str, door: str, body: Any) -> None:
    head = watchers.STEADY | {"Authorization": f"Bearer {tokens.sign(token)}"}
    url = f"/api/v1/matches/m1/{door}"
    answer = app.test_client().open(url, method=method, json=body, headers=head)
    assert answer.status_code in (200, 204), answer.text


def _rows(_app: Flask, _table: Table, _hidden: int) -> list[str]:
    return list(watchers.rows())


def differences(one: list[str], other: list[str]) -> list[tuple[str | None, str | None]]:
    return [pair for pair in zip_longest(one, other) if pair[0] != pair[1]]


def test_whatever_is_planned_the_others_see_the_same_until_it_is_played(run: Run) -> None:
    """A pass against twelve steps; keeping markers against taking them back."""
    seen = [run(laid, watchers.all_seen) for laid in (SHORT, LONG)]

    assert len(seen[0]) > 100
    assert differences(*seen) == []


def test_control_a_plan_whose_length_shows_is_found(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    seal = vault.seal
    monkeypatch.setattr(vault, "seal", lambda data, _=0: seal(data, 1))

    assert differences(run(SHORT, _rows), run(LONG, _rows)) != []
