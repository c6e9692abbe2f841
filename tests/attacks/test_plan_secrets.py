"""Noninterference of plans: whatever one seat lays down, the others see the same, to the byte."""

from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from service import hosting, notices, plans, play, resolution, tokens, vault
from service.notices import Telling
from service.post import delivery
from service.sent import Asked, Sent
from tests.attacks import stillness, watchers
from tests.engine.giants.tables import GAME
from tests.parts.site import MakeApp
from tests.parts.tables import at
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


def _ask(app: Flask, token: tokens.Token, method: str, door: str, body: Any) -> None:
    head = watchers.STEADY | {"Authorization": f"Bearer {tokens.sign(token)}"}
    url = f"/api/v1/matches/m1/{door}"
    answer = app.test_client().open(url, method=method, json=body, headers=head)
    assert answer.status_code in (200, 204), answer.text


def _outside(app: Flask, table: Table, hidden: int) -> list[str]:
    """What leaves the house for anybody else: answers, pages, and letters once they are sent."""
    delivery.deliver(at())
    return [*watchers.looks(app, table, hidden), *watchers.letters(f"{table.id}{hidden}")]


def _told(app: Flask, table: Table, hidden: int) -> list[str]:
    """The same after everybody, the planner too, has had a letter."""
    hosting.extend(tokens.Host(table.id, 1), 24, NOON)
    return _outside(app, table, hidden)


def _rows(_app: Flask, _table: Table, _hidden: int) -> list[str]:
    return list(watchers.rows())


def differences(one: list[str], other: list[str]) -> list[tuple[str | None, str | None]]:
    return [pair for pair in zip_longest(one, other) if pair[0] != pair[1]]


def test_whatever_is_planned_the_others_see_the_same_until_it_is_played(run: Run) -> None:
    """A pass against twelve steps; keeping markers against taking them back."""
    seen = [run(laid, watchers.all_seen) for laid in (SHORT, LONG)]

    assert len(seen[0]) > 100
    assert differences(*seen) == []


@pytest.fixture
def run_linked(
    make_app: MakeApp, migrated_sqlite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Any], list[str]]:
    """The same with the link of a phase; None: nothing is laid down."""
    stillness.hold(monkeypatch)
    stillness.sketch(monkeypatch)

    def made(plan: Any) -> list[str]:
        stillness.salt(monkeypatch)
        stillness.draw(monkeypatch)
        path = tmp_path / f"linked{len(list(tmp_path.glob('linked*')))}"
        path.write_bytes(migrated_sqlite.read_bytes())
        app = make_app(DATABASE_URL=f"sqlite:///{path}", SECRET_KEY=KEY)
        with app.app_context():
            table, hidden = _placing()
            seen = _outside(app, table, hidden)
            held = table.turn(hidden, str(table.row().phase))
            # One request each: how many there were is told by what is left of their quota.
            method, door = ("GET", "view") if plan is None else ("PUT", "plan")
            _ask(app, held, method, door, plan)
            return seen + _outside(app, table, hidden) + _told(app, table, hidden)

    return made


def test_that_a_phase_s_link_planned_is_seen_by_nobody_else(
    run_linked: Callable[[Any], list[str]],
) -> None:
    """Nothing, a pass, or twelve steps: nor do more or other letters come, then or later."""
    nothing, short, long = (run_linked(one) for one in (None, SHORT[0], LONG[0]))

    assert len(nothing) > 100
    assert differences(nothing, short) == []
    assert differences(nothing, long) == []


def test_control_a_letter_for_a_plan_that_a_link_laid_is_found(
    run_linked: Callable[[Any], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were all written to at once, the others would see that there is one."""
    keep = plans.keep

    def telling(session: Any, row: Any, *more: Any) -> None:
        keep(session, row, *more)
        told = [Telling(seat, "resumed", "a plan") for seat in range(row.seats)]
        notices.write(session, row, told, NOON)

    monkeypatch.setattr(plans, "keep", telling)

    assert differences(run_linked(None), run_linked(SHORT[0])) != []


def test_control_a_plan_whose_length_shows_is_found(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    seal = vault.seal
    monkeypatch.setattr(vault, "seal", lambda data, _=0: seal(data, 1))

    assert differences(run(SHORT, _rows), run(LONG, _rows)) != []
