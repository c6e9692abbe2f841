"""A tab's picture in a file: so wide, by day or by night, and in few colours."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Protocol, TypeVar

from PIL import Image
from playwright.sync_api import FloatRect, Page

from service.drawing import ThemeName

COLOURS = 40  # fewer, and the paper and the card look alike
TALLEST = 2400  # pixels: below are logs, and the API's documentation goes on
HEIGHT = 600
PATIENCE = 120_000  # milliseconds: the machine may be busy


@dataclass(frozen=True)
class Shot:
    width: int
    scheme: ThemeName = "light"

    @property
    def suffix(self) -> str:
        return f"{self.width}-dark" if self.scheme == "dark" else str(self.width)


class Named(Protocol):
    @property
    def name(self) -> str: ...


Scene = TypeVar("Scene", bound=Named)


def chosen(scenes: Sequence[Scene], named: Sequence[str]) -> list[Scene]:
    """Those whose names are given; all where none is."""
    return [one for one in scenes if one.name in named] or list(scenes)


def shoot(tab: Page, shots: Iterable[Shot], folder: Path, name: str) -> None:
    """The page that a tab shows, in each of these ways; it is asked for once."""
    folder.mkdir(parents=True, exist_ok=True)
    for shot in shots:
        tab.emulate_media(color_scheme=shot.scheme)
        tab.set_viewport_size({"width": shot.width, "height": HEIGHT})
        path = folder / f"{name}-{shot.suffix}.png"
        _keep(_seen(tab, shot.width), path)
        sys.stdout.write(f"{path}\n")
        sys.stdout.flush()


def _seen(tab: Page, width: int) -> bytes:
    height = min(TALLEST, tab.evaluate("document.documentElement.scrollHeight"))
    part: FloatRect = {"x": 0, "y": 0, "width": width, "height": height}
    return tab.screenshot(full_page=True, animations="disabled", clip=part, timeout=PATIENCE)


def _keep(drawn: bytes, path: Path) -> None:
    with Image.open(BytesIO(drawn)) as image:
        few = image.convert("RGB").quantize(COLOURS, method=Image.Quantize.FASTOCTREE)
    few.save(path, "PNG", compress_level=9)
