"""Draws every page in every state: in English on two screens, else mostly on a telephone's."""

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page

from service.languages import DEFAULT
from tests.gallery import room, world
from tests.gallery.positions import POSITIONS
from tests.gallery.scene import Scene
from tests.gallery.scenes import SCENES
from tests.gallery.shooting import PATIENCE, Shot, chosen, shoot

FOLDER = Path("docs/gallery/pages")
BROKEN = 500
NUMBER = {"X-Request-ID": "4f1c07d2e6b94a35"}  # an error's page shows it
# What follows the screen would stand in the middle of a picture of the whole page.
SETTLE = """() => {
  for (const one of document.querySelectorAll(".downward")) one.style.position = "static";
  const told = new Promise((done) => {
    const look = () => document.querySelector("#verdict.busy") ? setTimeout(look, 20) : done();
    look();
  });
  return Promise.all([document.fonts.ready, told]).then(() => true);
}"""
NARROW, BROAD, NIGHT = Shot(360), Shot(1280), Shot(360, "dark")
SEND = """([path, fields]) => {
  const form = document.body.appendChild(document.createElement("form"));
  Object.assign(form, {method: "post", action: path});
  for (const [name, value] of fields)
    form.appendChild(Object.assign(document.createElement("input"), {name, value}));
  form.submit();
}"""


def draw(browser: Browser, languages: Sequence[str], named: Sequence[str]) -> None:
    """The matches are played once; each language then has a copy of them for itself."""
    with tempfile.TemporaryDirectory() as data:
        first = room.prepare(Path(data))
        with room.inside(first):
            world.lay(POSITIONS)
        for language in languages:
            copy = Path(shutil.copy(first, first.with_name(f"{language}.sqlite3")))
            _draw(browser, copy, language, named)


def _draw(browser: Browser, database: Path, language: str, named: Sequence[str]) -> None:
    with room.inside(database) as app, room.served(app) as site:
        world.write_letters(language)
        tab = browser.new_page(locale=language)
        tab.set_default_timeout(PATIENCE)
        tab.set_extra_http_headers(NUMBER)
        tab.clock.set_fixed_time(room.NOW())
        for scene in chosen(SCENES, named):
            _open(tab, site, scene, language)
            shoot(tab, shots(scene, language), FOLDER / language, scene.name)
        tab.close()


def _open(tab: Page, site: str, scene: Scene, language: str) -> None:
    asked = scene.asked(language)
    if asked.fields is None:
        answer = tab.goto(site + asked.path)
    else:
        tab.goto(f"{site}/healthz")
        with tab.expect_navigation() as sent:
            tab.evaluate(SEND, [asked.path, asked.fields])
        answer = sent.value
    if answer is None or answer.status >= BROKEN:
        raise ValueError(f"{scene.name}: it broke")
    tab.evaluate(SETTLE)


def shots(scene: Scene, language: str) -> list[Shot]:
    if language == DEFAULT:
        return [NARROW, BROAD, *([NIGHT] if scene.dark else [])]
    return [] if scene.english else [NARROW, *([BROAD] if scene.broad else [])]
