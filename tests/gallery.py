"""Writes the gallery of letters: every kind, in every language that has its words."""

import base64
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from service import app as service_app, settings as settings_
from service.drawing import ThemeName
from service.languages import CATALOGUES, DEFAULT, LANGUAGES
from service.store import migrate
from tests.parts import letter_scenes, tables
from tests.parts.browser import chromium, flags
from tests.parts.letter_scenes import SCENES, Scene

FOLDER = Path("docs/gallery/letters")
WIDTHS = (360, 700)
COLOURS = 64  # fewer, and the paper and the card look alike
DARK = {"your-turn", "finished-cards"}  # shown by night too


def main(languages: tuple[str, ...]) -> None:
    with _room(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags())
        for number, language in enumerate(languages):
            for place, scene in enumerate(SCENES):
                letter = letter_scenes.post(scene, f"g{number}{place:02}", language)
                _show(browser, scene, language, page(tables.parsed(letter)))
        browser.close()


@contextmanager
def _room() -> Iterator[None]:
    """The service with a database of its own that is gone afterwards."""
    with tempfile.TemporaryDirectory() as data:
        url = f"sqlite:///{data}/gallery.sqlite3"
        chosen = settings_.read({"MODE": "development", "DATA": data, "DATABASE_URL": url})
        migrate.migrate(url)
        with service_app.create(chosen).app_context():
            yield


def page(message: EmailMessage) -> str:
    """A letter's HTML with its picture in place."""
    html = tables.page(message)
    for one in message.walk():
        if one.get_content_type() == "image/png":
            name = one["Content-ID"].strip("<>")
            data = base64.b64encode(one.get_content()).decode()
            html = html.replace(f"cid:{name}", f"data:image/png;base64,{data}")
    return html


def _show(browser: Browser, scene: Scene, language: str, html: str) -> None:
    folder = FOLDER / language
    folder.mkdir(parents=True, exist_ok=True)
    for width in WIDTHS:
        _shoot(browser, html, width, "light", folder / f"{scene.name}-{width}.png")
    if scene.name in DARK:
        _shoot(browser, html, WIDTHS[0], "dark", folder / f"{scene.name}-dark.png")


def _shoot(browser: Browser, html: str, width: int, scheme: ThemeName, path: Path) -> None:
    tab = browser.new_page(viewport={"width": width, "height": 600}, color_scheme=scheme)
    tab.set_content(html)
    drawn = tab.screenshot(full_page=True)
    tab.close()
    with Image.open(BytesIO(drawn)) as image:
        few = image.convert("RGB").quantize(COLOURS, method=Image.Quantize.FASTOCTREE)
    few.save(path, "PNG", compress_level=9)
    sys.stdout.write(f"{path}\n")


def translated() -> tuple[str, ...]:
    """English, and what has a catalogue."""
    return tuple(one for one in LANGUAGES if one == DEFAULT or (CATALOGUES / f"{one}.po").exists())


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or translated())
