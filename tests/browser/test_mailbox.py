"""The development mailbox in a real browser: a letter in its frame, with its picture."""

import threading
from collections.abc import Iterator

import pytest
from flask import Flask
from werkzeug.serving import make_server

from service.post import delivery
from tests.parts import tables
from tests.parts.browser import Tab
from tests.parts.tables import at


@pytest.fixture
def site(app: Flask) -> Iterator[str]:
    """A match whose first letters have been written, and the server that shows them."""
    with app.app_context():
        tables.lay()
        delivery.deliver(at())
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_letter_shows_its_picture_and_its_button_and_asks_nobody_else(
    tab: Tab, site: str
) -> None:
    tab.page.goto(f"{site}/mailbox/1", wait_until="load")
    letter = tab.page.frame_locator("iframe")
    letter.get_by_role("link", name="Play your turn").wait_for()
    seen = letter.locator("img").evaluate("image => [image.naturalWidth, image.complete]")

    assert seen == [720, True]
    assert [url for url in tab.asked if not url.startswith(site)] == []
    assert tab.complaints == []
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_letter_fits_a_narrow_screen(tab: Tab, site: str) -> None:
    tab.page.goto(f"{site}/mailbox/1/html", wait_until="load")

    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 360
