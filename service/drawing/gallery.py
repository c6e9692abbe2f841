"""Writes the gallery: pictures of recorded matches, for the eyes of whoever changes the drawing."""

import re
import sys
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from engine import record
from engine.registry import GAMES
from engine.replay import replay
from service.drawing import NARROW, THEMES, WIDE, Look, Markup, ThemeName, draw, png

RECORDS: Final = Path("tests/engine")
FOLDER: Final = Path("docs/gallery")
STATIC: Final = Path("service/pages/static/scenes")  # what the pages show of each game
NAMES: Final = ("Anna", "Bruno", "Константин", "Dorothea", "Ève")
LOOKED_BACK: Final = 8  # entries, for the last moves


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of a recorded match, as a seat or a stranger sees it."""

    name: str
    game: str
    record: str
    entry: int
    seat: int | None
    width: int
    theme: ThemeName


LARGE, SMALL = "giants/records/large-bases", "giants/records/four-bases"
FIVE, CARDS = "giants/records/five-bases", "rapanui/records/4-moai"
SCENES: Final = (
    Scene("giants-start", "giants", LARGE, 1, 0, WIDE, "light"),
    Scene("giants-middle", "giants", LARGE, 150, 2, WIDE, "light"),
    Scene("giants-middle-dark", "giants", LARGE, 170, None, WIDE, "dark"),
    Scene("giants-end", "giants", LARGE, 999, None, WIDE, "light"),
    Scene("giants-narrow", "giants", LARGE, 150, 2, NARROW, "light"),
    Scene("giants-small-narrow-dark", "giants", SMALL, 120, 1, NARROW, "dark"),
    Scene("giants-small", "giants", FIVE, 80, 1, 720, "light"),
    Scene("rapanui-start", "rapa-nui", CARDS, 1, 0, WIDE, "light"),
    Scene("rapanui-middle", "rapa-nui", CARDS, 70, 2, WIDE, "light"),
    Scene("rapanui-middle-dark", "rapa-nui", CARDS, 85, 1, WIDE, "dark"),
    Scene("rapanui-end", "rapa-nui", CARDS, 999, None, 720, "light"),
    Scene("rapanui-narrow", "rapa-nui", CARDS, 70, 2, NARROW, "light"),
    Scene("rapanui-narrow-dark", "rapa-nui", CARDS, 999, 3, NARROW, "dark"),
)


BOTH: Final[tuple[ThemeName, ...]] = ("light", "dark")
# The part of a wide picture that shows the table without the people: left, top, width, height.
PARTS: Final = {"giants": (20, 20, 872, 590), "rapa-nui": (16, 80, 598, 404)}


def part(name: str, theme: ThemeName) -> bytes:
    """A game's table in the middle of a match, as a page shows it to who does not know it yet."""
    record = LARGE if name == "giants" else CARDS
    scene = Scene(name, name, record, 190 if name == "giants" else 70, None, WIDE, theme)
    left, top, width, height = PARTS[name]
    opening = re.compile('viewBox="[^"]*" width="[^"]*" height="[^"]*"')
    size = f'viewBox="{left} {top} {width} {height}" width="{width}" height="{height}"'
    return png(Markup(opening.sub(size, drawn(scene), count=1)))


def shown(scene: Scene) -> bytes:
    """The picture of a scene."""
    return png(drawn(scene))


def drawn(scene: Scene) -> Markup:
    book = record.parse((RECORDS / f"{scene.record}.json").read_text("utf-8"))
    kept = [entry for page in book.entries if (entry := record.entry(page)) is not None]
    game = GAMES[scene.game]
    steps = list(islice(replay(game, book.seed or b"", kept), scene.entry))
    view = game.view(steps[-1].match.state, scene.seat)
    events = [event for step in steps[-LOOKED_BACK:] for event in step.events]
    return draw(game, view, Look(THEMES[scene.theme], scene.width, NAMES), events)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for scene in SCENES:
        (FOLDER / f"{scene.name}.png").write_bytes(shown(scene))
        sys.stdout.write(f"{FOLDER / scene.name}.png\n")
    STATIC.mkdir(parents=True, exist_ok=True)
    for name in PARTS:
        for theme in BOTH:
            (STATIC / f"{name}-{theme}.png").write_bytes(part(name, theme))


if __name__ == "__main__":
    main()
