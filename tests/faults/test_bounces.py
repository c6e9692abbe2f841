"""Two inboxes bring the same bounce at the same instant: it happens once, on both databases."""

import threading
from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from service.mail.reports import Returned
from service.post import bounces
from service.settings import Settings
from service.store.letters import Letter
from tests.parts import tables
from tests.parts.inbox import called, sent
from tests.parts.post_office import sending
from tests.parts.tables import at

GONE = Returned("550 5.1.1 user unknown", address=True)
TIMES = 8


@pytest.fixture
def table(make_settings: Callable[..., Settings], database_url: str) -> Iterator[Flask]:
    with sending(make_settings(DATABASE_URL=database_url)) as made:
        tables.lay("m1", "rapa-nui", ("Anna", "Bruno"), start=False)
        yield made


def at_once(app: Flask, letter: int) -> list[bool]:
    """What each of two says who have both seen that there is such a letter."""
    taken: list[bool] = []
    barrier = threading.Barrier(2)
    look = bounces._found

    def seen_by_both(name: str) -> Letter | None:
        found = look(name)
        barrier.wait(30)
        return found

    def bring() -> None:
        with app.app_context():
            taken.append(bounces.take(called(letter), GONE, at()()))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bounces, "_found", seen_by_both)
        callers = [threading.Thread(target=bring) for _ in range(2)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
    return sorted(taken)


def test_one_of_two_takes_it(table: Flask) -> None:
    found = [at_once(table, sent()) for _ in range(TIMES)]

    assert found == [[False, True]] * TIMES
    assert [one.kind for one in tables.notices()].count("problem") == 1


def test_control_without_the_look_at_its_state_both_do(
    table: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounces, "_unbelievable", lambda *_: None)

    assert at_once(table, sent()) == [True, True]
