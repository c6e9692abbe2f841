"""Somebody who plays by clicking: on the picture where there are spots, else in the forms."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from random import Random

from playwright.sync_api import Locator, Page, TimeoutError as Gone

from tests.parts.site import PATIENCE

OVER, MINE = "The match is over", "Your turn"
SHUT = "This phase is over"
MOST_STEPS = 40
MOMENT = 2000  # milliseconds


@contextmanager
def changing(page: Page) -> Iterator[None]:
    """Until what is done here has brought another page, in place or as a whole."""
    page.locator("main").evaluate("one => one.setAttribute('data-old', '')")
    yield
    page.locator("main:not([data-old])").wait_for()


def title(page: Page) -> str:
    return page.locator("h1").inner_text()


def click(page: Page, what: Locator) -> None:
    with changing(page):
        what.click()


@dataclass
class Clicker:
    """One seat's hand on the mouse; `haste` is how often it passes where it may."""

    page: Page
    luck: Random
    haste: float = 0.5
    scripted: bool = True

    def await_turn(self) -> str:
        """Looks again until it is to act, or nothing is left to do; says which."""
        deadline = time.monotonic() + PATIENCE
        while (found := title(self.page)) not in (OVER, MINE, SHUT):
            assert time.monotonic() < deadline, found
            self._look_again()
        return found

    def _look_again(self) -> None:
        """By the link, which is gone where the page has meanwhile looked again by itself."""
        link = self.page.get_by_role("link", name="Look again")
        with suppress(Gone), changing(self.page):
            link.click(timeout=MOMENT)

    def act(self) -> None:
        """One whole action: drafted step by step, looked at, and confirmed."""
        if self._one("nav.tabs") and self.luck.random() < self.haste:
            self._pass()
        for _ in range(MOST_STEPS):
            if self._one(".preview"):
                return click(self.page, self.page.locator(".preview button[value=play]"))
            self._step()
        raise AssertionError(self.page.locator("main").inner_text())

    def _one(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def _pass(self) -> None:
        link = self.page.locator("nav.tabs").get_by_role("link", name="Pass")
        click(self.page, link)

    def _step(self) -> None:
        """What is open in the form, or a place on the picture; else on with what is filled in."""
        choices = self.page.locator("fieldset:not(:has(:checked)) input[type=radio]")
        spots = self.page.locator(".board a.spot:not(.chosen):visible")
        if choices.count():
            return self._choose(choices)
        if spots.count():
            return click(self.page, self._any(spots))
        markers = self.page.locator("#f-markers")
        if markers.count():
            markers.fill(str(self.luck.randint(0, int(markers.get_attribute("max") or 0))))
        click(self.page, self.page.locator("form.way button"))
        return None

    def _any(self, found: Locator) -> Locator:
        return found.nth(self.luck.randrange(found.count()))

    def _choose(self, choices: Locator) -> None:
        """A choice goes on by itself; without scripts the button does it."""
        if self.scripted:
            return click(self.page, self._any(choices))
        self._any(choices).check()
        return click(self.page, self.page.locator("form.way button"))
