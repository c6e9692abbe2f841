"""SVG to PNG, with our font and few colours; only ever our own SVG."""

from io import BytesIO

import resvg_py
from PIL import Image

from service.drawing import fonts
from service.drawing.svg import Markup

COLOURS = 128  # enough for flat colours and their smooth edges; a third of the bytes


def png(svg: Markup, zoom: int = 1) -> bytes:
    """The picture in pixels; a zoom of 2 is for screens with two pixels to the point."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=list(fonts.FILES),
        sans_serif_family="Commissioner",
        zoom=float(zoom),
    )
    with Image.open(BytesIO(drawn)) as image:
        few = image.convert("RGB").quantize(
            COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )
    kept = BytesIO()
    few.save(kept, "PNG", compress_level=5)
    return kept.getvalue()
