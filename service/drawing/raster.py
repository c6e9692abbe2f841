"""SVG to PNG, with our font and few colours; only ever our own SVG."""

from functools import lru_cache
from io import BytesIO

import resvg_py
from PIL import Image

from service.drawing import fonts
from service.drawing.svg import Markup

COLOURS = 128  # enough for flat colours and their smooth edges; a third of the bytes
FEWER = (48, 32, 16)  # tried in turn where bytes are dear
QUICK, SMALL = 5, 7  # how hard the bytes are pressed
AT_HAND = 32  # pictures that need not be drawn again, of each kind: some megabytes


@lru_cache(AT_HAND)
def png(svg: Markup, zoom: int = 1) -> bytes:
    """The picture in pixels; a zoom of 2 is for screens with two pixels to the point."""
    return _saved(_drawn(svg, zoom), COLOURS, QUICK)


@lru_cache(AT_HAND)
def small_png(svg: Markup, zoom: int, most: int) -> bytes:
    """The same in at most so many bytes, with as many colours as fit."""
    drawn = _drawn(svg, zoom)
    tried = (_saved(drawn, colours, SMALL) for colours in FEWER)
    found = next((one for one in tried if len(one) <= most), None)
    if found is None:
        raise ValueError(f"the picture does not fit into {most} bytes")
    return found


def _drawn(svg: Markup, zoom: int) -> Image.Image:
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=list(fonts.FILES),
        sans_serif_family="Commissioner",
        zoom=float(zoom),
    )
    with Image.open(BytesIO(drawn)) as image:
        return image.convert("RGB")


def _saved(image: Image.Image, colours: int, level: int) -> bytes:
    few = image.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    kept = BytesIO()
    few.save(kept, "PNG", compress_level=level)
    return kept.getvalue()
