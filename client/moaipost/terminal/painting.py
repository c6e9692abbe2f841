"""Colour for what is told in letters: clans and tribes, sites, cards and goods by their own."""

import re
from collections.abc import Mapping
from re import Match as Found

_END = "\x1b[0m"
_BOLD, _FAINT = "1", "2"
_COLOURS = {"red": "91", "blue": "94", "green": "92", "yellow": "93", "purple": "95"}
_CARDS = {"fish": "36", "mulberry": "35", "potato": "33", "grain": "93", "moai": "1"}
_CARDS |= {"lumberjack": "32", "priest": "95"}
_SITES = {"M": "1;93", "H": "1;91", "V": "1;96", "S": "1;95"}
_WORD = re.compile(r"\b[A-Za-z]+\b")
_HEX = re.compile(r"\b([A-Z]\d{1,2})([MHVS]?)((?:f\d|x)?)(\.*)(\*?)(?![\w*])")


def board(game: str, text: str) -> str:
    """A sketch in colour; its first line, which says where the match stands, is bold."""
    heading, _, rest = text.partition("\n")
    painted = _HEX.sub(_place, rest) if game == "giants" else _words(rest, _CARDS)
    return f"{_styled(_BOLD, heading)}\n{seats(painted)}"


def seats(text: str) -> str:
    """Each seat's name in its colour."""
    return _words(text, _COLOURS, more=f"{_BOLD};")


def bold(text: str) -> str:
    return _styled(_BOLD, text)


def faint(text: str) -> str:
    return _styled(_FAINT, text)


def _words(text: str, styles: Mapping[str, str], more: str = "") -> str:
    def paint(found: Found[str]) -> str:
        style = styles.get(found[0].lower())
        return found[0] if style is None else _styled(more + style, found[0])

    return _WORD.sub(paint, text)


def _place(found: Found[str]) -> str:
    """A hex: its label, what it is, its forest, its ahus, whether something stands there."""
    label, site, forest, ahus, busy = found.groups()
    return "".join(
        (
            label,
            _styled(_SITES.get(site, ""), site),
            _styled(_FAINT if forest == "x" else "32", forest),
            _styled("96", ahus),
            _styled("1;91", busy),
        )
    )


def _styled(style: str, text: str) -> str:
    return f"\x1b[{style}m{text}{_END}" if text and style else text
