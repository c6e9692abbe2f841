"""Our font: where it lies, and how wide its words are."""

from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

FOLDER = Path(__file__).parent / "fonts"
REGULAR, BOLD = FOLDER / "Commissioner-Regular.ttf", FOLDER / "Commissioner-Bold.ttf"
FILES = (str(REGULAR), str(BOLD))
MEASURED = 100  # the size at which words are measured


@lru_cache(maxsize=2)
def _face(*, bold: bool) -> ImageFont.FreeTypeFont:
    layout = ImageFont.Layout.BASIC  # the same everywhere, whatever else is installed
    return ImageFont.truetype(BOLD if bold else REGULAR, MEASURED, layout_engine=layout)


@lru_cache(maxsize=2048)
def width(text: str, size: float, *, bold: bool = False) -> float:
    return _face(bold=bold).getlength(text) * size / MEASURED


def fitted(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """The text, or as much of it as there is room for."""
    if width(text, size, bold=bold) <= room:
        return text
    kept = text
    while kept and width(f"{kept}…", size, bold=bold) > room:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"
