"""A player's own words as an action: the one way in for what people write, whatever door it is by.

Letters quote what they answer: lines that begin with `>`, or with a sign like it. What somebody
else once wrote is never this player's action, so words that hold such a line are refused whole, as
are several lines, and what cannot be seen. A record that was signed before stays as it was read:
`engine.proofs` asks the game itself.
"""

import re
from collections.abc import Iterator
from typing import Any, Final
from unicodedata import category, normalize

from engine.errors import Malformed, shown
from engine.game import Game, Seat

QUOTE: Final = ">"
# Mathematical and other symbols, closing brackets and quotation marks: | » ≫ ▶ 〉 among them.
_MARKS: Final = frozenset(("Sm", "So", "Pe", "Pf"))
_LIKE_IT: Final = "\u02c3\u02f2"  # the arrowheads among the modifying letters
_OPENING: Final = "\u2019\u201d"  # closing marks, with which some languages also open
_UNSEEN: Final = frozenset(("Cc", "Cf", "Cs"))
_BLANK: Final = "ZCM"  # spaces, what cannot be seen, and what is written over another sign
_TAGS: Final = re.compile("[\U000e0000-\U000e007f]")
_SIGNED: Final = re.compile(r"(?<!\w)[-+\u00b1\u2010-\u2015\u2212\u2213]\s*\d+")


def read(game: Game[Any, Any], state: Any, seat: Seat, text: str) -> Any:
    """What these words mean at this table; a quotation means nothing."""
    _demand_own(text)
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1:
        raise Malformed("lines")
    if any(category(sign) in _UNSEEN for line in lines for sign in line if sign != "\t"):
        raise Malformed("invisible")
    for line in _forms(text):
        if found := _SIGNED.search(line):
            raise Malformed("number_sign", text=shown(found[0]))
    meant = game.parse(state, seat, text)
    game.demand_consistent(text)
    return meant


def _demand_own(text: str) -> None:
    """No form of it holds the sign, which a mark over it may hide, or a line that begins so."""
    for form in _forms(text):
        if QUOTE in form or _TAGS.search(form) or any(map(_marked, form.splitlines())):
            raise Malformed("quoted")


def _forms(text: str) -> Iterator[str]:
    """As it is, and with wide, small and composed signs taken for what they are."""
    yield text
    yield normalize("NFKD", text)
    yield normalize("NFKC", text)


def _marked(line: str) -> bool:
    first = next((sign for sign in line if category(sign)[0] not in _BLANK), "a")
    return first in _LIKE_IT or (category(first) in _MARKS and first not in _OPENING)
