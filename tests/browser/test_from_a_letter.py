"""The mailbox of a development server, in a browser: the way from a letter to its page."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from service import app as service_app, settings
from service.post import delivery
from service.store.database import db
from tests.browser.test_every_page import MOVING, demand_open_to_all
from tests.parts import openings
from tests.parts.browser import Visit
from tests.parts.clicking import click, title
from tests.parts.servers import free_port
from tests.parts.site import Site, web


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> Iterator[Site]:
    """A development server in whose mailbox lies the letter to a host."""
    there = tmp_path_factory.mktemp("office")
    environment = {
        "MODE": "development",
        "DATA": str(there),
        "BASE_URL": f"http://127.0.0.1:{free_port()}",
        "DATABASE_URL": f"sqlite:///{shutil.copy(migrated_sqlite, there / 'moai.sqlite3')}",
        "REDIS_URL": f"redis+socket://{there}/none.sock",
        "WEB_WORKERS": "1",
    }
    app = service_app.create(settings.read(environment))
    with app.app_context():
        openings.opened(now=datetime.now(UTC))
        delivery.deliver(lambda: datetime.now(UTC))
        db.session.remove()
        db.engine.dispose()
    with web(environment, there / "log") as site:
        yield site


def test_the_mailbox_is_open_to_all_and_fits(office: Site, visit: Visit) -> None:
    page = visit()
    page.goto(f"{office.url}/mailbox")
    demand_open_to_all(page)

    assert page.evaluate(MOVING) == []


def test_a_letter_is_open_to_all_and_fits(office: Site, visit: Visit) -> None:
    page = visit()
    page.goto(f"{office.url}/mailbox")
    click(page, page.locator(".letters a").first)
    demand_open_to_all(page)

    assert title(page) != "Mailbox"
    assert page.locator("pre a").count() > 0
