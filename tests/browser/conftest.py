"""What the browser tests share: something to look at, and a window to look at it in."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.scenes import Scenes
from tests.parts.browser import PATIENCE
from tests.parts.house import House


@pytest.fixture
def scenes(home: House) -> Scenes:
    return Scenes(home)


@pytest.fixture(scope="session")
def window(browser: Browser) -> Iterator[Page]:
    """One for many: nothing of a page outlives it here, and a new one takes half a second."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture
def page(window: Page) -> Iterator[Page]:
    """Broad, by day, as if just opened."""
    window.set_viewport_size({"width": 1280, "height": 900})
    window.emulate_media(color_scheme="light", reduced_motion="no-preference")
    yield window
    window.goto("about:blank")  # what still waits or asks there ends
