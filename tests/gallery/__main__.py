"""`make gallery`: draws letters and pages; ONLY= names parts, languages or scenes of them."""

import sys

from playwright.sync_api import sync_playwright

from service.languages import CATALOGUES, DEFAULT, LANGUAGES
from tests.gallery import letters, pages
from tests.parts.browser import chromium, flags

PARTS = {"letters": letters.draw, "pages": pages.draw}


def main(named: list[str]) -> None:
    languages = [one for one in translated() if one in named] or translated()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags())
        for part in [one for one in PARTS if one in named] or PARTS:
            PARTS[part](browser, languages, named)
        browser.close()


def translated() -> list[str]:
    """English, and what has a catalogue."""
    return [one for one in LANGUAGES if one == DEFAULT or (CATALOGUES / f"{one}.po").exists()]


if __name__ == "__main__":
    main(sys.argv[1:])
