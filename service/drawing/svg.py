"""Elements of a picture: small functions that write SVG, with all text escaped here."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NewType, TypeAlias
from xml.sax.saxutils import escape, quoteattr

Markup = NewType("Markup", str)
Number: TypeAlias = float | int
Attribute: TypeAlias = str | float | int | None
Point: TypeAlias = tuple[float, float]

NOTHING = Markup("")
FAMILY = "Commissioner, 'Noto Sans', 'DejaVu Sans', sans-serif"
# What XML 1.0 cannot hold at all, however it is escaped.
_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: Number) -> str:
    """Two decimals at most: enough for any screen, and the same text on every machine."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def plain(text: str) -> str:
    return _UNFIT.sub("\ufffd", text)


def element(tag: str, *children: Markup, **attributes: Attribute) -> Markup:
    """An element; `class_name` is `class`, other underscores are hyphens, None is left out."""
    parts = [
        f" {_name(name)}={_value(value)}" for name, value in attributes.items() if value is not None
    ]
    inside = "".join(children)
    return Markup(
        f"<{tag}{''.join(parts)}>{inside}</{tag}>" if inside else f"<{tag}{''.join(parts)}/>"
    )


@lru_cache(maxsize=64)
def _name(name: str) -> str:
    return "class" if name == "class_name" else name.replace("_", "-")


def _value(value: Attribute) -> str:
    return _quoted(value) if isinstance(value, str) else f'"{number(value or 0)}"'


@lru_cache(maxsize=2048)  # the same few colours and shapes stand in every picture
def _quoted(text: str) -> str:
    return quoteattr(plain(text))


def words(tag: str, content: str, **attributes: Attribute) -> Markup:
    """An element around text."""
    return element(tag, Markup(escape(plain(content)) or " "), **attributes)


def text(  # where, what and how a text stands
    x: Number,
    y: Number,
    content: str,
    size: Number,
    fill: str,
    *,
    bold: bool = False,
    anchor: str | None = "middle",
    **attributes: Attribute,
) -> Markup:
    """Text whose baseline is at y."""
    return words(
        "text",
        content,
        x=x,
        y=y,
        font_size=size,
        fill=fill,
        font_weight=700 if bold else None,
        text_anchor=None if anchor == "start" else anchor,
        **attributes,
    )


def amid(  # as for text
    x: Number, y: Number, content: str, size: Number, fill: str, *, bold: bool = True
) -> Markup:
    """Text centred on a point: digits and capitals are 0.7 of the size high."""
    return text(x, y + 0.35 * size, content, size, fill, bold=bold)


def group(*children: Markup, **attributes: Attribute) -> Markup:
    return element("g", *children, **attributes) if any(children) else NOTHING


def joined(parts: Iterable[Markup]) -> Markup:
    return Markup("".join(parts))


def path(d: str, **attributes: Attribute) -> Markup:
    return element("path", d=d, **attributes)


def circle(x: Number, y: Number, radius: Number, **attributes: Attribute) -> Markup:
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def rect(  # a box has four numbers
    x: Number,
    y: Number,
    width: Number,
    height: Number,
    *,
    rx: Number | None = None,
    **attributes: Attribute,
) -> Markup:
    return element("rect", x=x, y=y, width=width, height=height, rx=rx, **attributes)


def polygon(points: Iterable[Point], **attributes: Attribute) -> Markup:
    listed = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return element("polygon", points=listed, **attributes)


def at(x: Number, y: Number, scale: Number = 1) -> str:
    """A transform: what is drawn about 0, 0 is put here, in this size."""
    moved = f"translate({number(x)} {number(y)})"
    return moved if scale == 1 else f"{moved} scale({scale:.4g})"


def titled(title: str, *children: Markup, **attributes: Attribute) -> Markup:
    """A group that says what it is when it is pointed at or read aloud."""
    return group(words("title", title), *children, **attributes)
