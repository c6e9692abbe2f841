"""A real Chromium, which reports every address it asks for."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Request,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.parts import site

NAMES = (
    "chromium-headless-shell",  # the same pages without a window, for a third less work
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str:
    for name in (os.environ.get("CHROMIUM", ""), *NAMES):
        found = shutil.which(name) if name else None
        if found:
            return found
    pytest.fail("no Chromium: run the tests with `make test`, which installs it or says how")


def flags() -> list[str]:
    return [*FLAGS, "--no-sandbox"] if os.geteuid() == 0 else list(FLAGS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=chromium(), args=flags())
        yield made
        made.close()


@dataclass
class Tab:
    """A page, the addresses it asked for, and what its console complained about."""

    page: Page
    asked: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def note(self, request: Request) -> None:
        self.asked.append(request.url)

    def listen(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)


@pytest.fixture
def tab(browser: Browser) -> Iterator[Tab]:
    """A narrow phone's tab."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    made = Tab(context.new_page())
    made.page.on("request", made.note)
    made.page.on("console", made.listen)
    yield made
    context.close()


PATIENCE = site.PATIENCE * 1000  # milliseconds
expect.set_options(timeout=PATIENCE)
Visit: TypeAlias = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Pages of people who know nothing of each other: each has a browser of its own."""
    contexts = []

    def made(width: int = 1280, height: int = 900, **options: Any) -> Page:
        size = ViewportSize(width=width, height=height)
        contexts.append(browser.new_context(viewport=size, **options))
        contexts[-1].set_default_timeout(PATIENCE)
        return contexts[-1].new_page()

    yield made
    for context in contexts:
        context.close()
