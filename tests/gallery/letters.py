"""Draws every kind of letter: in English on two screens, in other languages on a telephone's."""

import base64
import tempfile
from collections.abc import Sequence
from email.message import EmailMessage
from pathlib import Path

from playwright.sync_api import Browser

from service.languages import DEFAULT
from tests.gallery import room
from tests.gallery.shooting import Shot, chosen, shoot
from tests.parts import letter_scenes, tables
from tests.parts.letter_scenes import DIGEST, SCENES, Scene

FOLDER = Path("docs/gallery/letters")
NARROW, BROAD, NIGHT = Shot(360), Shot(700), Shot(360, "dark")
DARK = {"your-turn", "finished-cards", "digest"}  # shown by night too


def draw(browser: Browser, languages: Sequence[str], named: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory() as data, room.inside(room.prepare(Path(data))):
        for number, language in enumerate(languages):
            for place, scene in enumerate(chosen((*SCENES, DIGEST), named)):
                letter = letter_scenes.post(scene, f"g{number}{place:02}", language)
                _show(browser, scene, language, page(tables.parsed(letter)))


def page(message: EmailMessage) -> str:
    """A letter's HTML with its picture in place."""
    html = tables.page(message)
    for one in message.walk():
        if one.get_content_type() == "image/png":
            name = one["Content-ID"].strip("<>")
            data = base64.b64encode(one.get_content()).decode()
            html = html.replace(f"cid:{name}", f"data:image/png;base64,{data}")
    return html


def shots(scene: Scene, language: str) -> list[Shot]:
    if language != DEFAULT:
        return [NARROW]
    return [NARROW, BROAD, *([NIGHT] if scene.name in DARK else [])]


def _show(browser: Browser, scene: Scene, language: str, html: str) -> None:
    tab = browser.new_page()
    tab.set_content(html)
    shoot(tab, shots(scene, language), FOLDER / language, scene.name)
    tab.close()
