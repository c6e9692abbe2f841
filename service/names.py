"""Names: what may stand in one, and which two would be taken for each other."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import NoReturn

from engine.words import N_
from service.refusals import Refusal, say

LONGEST = 40
OURS = "Moai Post"
# Letters that show as nothing: a name of these would be no name.
BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"
# What shows as nothing between other letters. The two variation selectors that emoji need are not
# among them; they change how a sign looks and do not hide it.
INVISIBLE = re.compile(
    f"[{BLANK_LETTERS}\u00ad\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0d\U000e0100-\U000e01ef]"
)
SELECTORS = re.compile("[\ufe0e\ufe0f]")
# Mail libraries and mail programs decode this in a header, whatever stands around it (RFC 2047).
ENCODED_WORD = "=?"
DOT = "[.\u3002\uff61]"
# What mail programs turn into a link by themselves, also with the full stops of other scripts.
LINK = re.compile(
    rf"""
    // | \\ | www{DOT}                 # an address, or a server by its path
    | {DOT}[^\W\d_]{{2}}               # a full stop before letters, as in evil.com
    | \d(?:{DOT}\d+){{3}}              # four numbers, as in 1.2.3.4
    | {DOT}\w+[/:?\#]                  # a host before a path or a port
    | ::                               # a short IPv6 address
    | \w@\w                            # an address
    | \b(?:mailto|tel|sms|https?|ftp|file|data|javascript|sip|xmpp|magnet):
    """,
    re.IGNORECASE | re.VERBOSE,
)
# Two letters that look like one in most fonts; and the zero, which the list has for "O" alone.
PAIRS = (("rn", "m"), ("vv", "w"), ("0", "o"))
STROKES = str.maketrans("1lI|", "iiii")  # only held against our own name
_TURNING_MARK = "\u200e"


def read(text: str, field: str) -> str:
    """A name that is safe in a letter's header, makes no link in its text, and is not ours."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    plain = unicodedata.normalize("NFKC", name)
    if not text.isprintable() or INVISIBLE.search(plain):
        _refuse(field, N_("{field} has characters that cannot be printed."))
    if not SELECTORS.sub("", name).strip() or len(name) > LONGEST:
        _refuse(field, N_("{field} should have 1 to {most} characters."), most=LONGEST)
    if LINK.search(plain):
        _refuse(field, N_("{field} should hold no link; put a space after a full stop."))
    if ENCODED_WORD in plain:
        _refuse(field, N_("{field} should not hold “=?”, which mail programs decode."))
    if _is_ours(name):
        _refuse(field, N_("{field} should not look like the name of this service."))
    return name


def _refuse(field: str, sentence: str, **facts: object) -> NoReturn:
    saying = say(sentence, field=field, **facts)
    raise Refusal("malformed", saying, field=field, reason="bad_name")


# --- which are taken for each other


def alike(name: str, others: Iterable[str]) -> bool:
    """Whether a reader could take it for one of the others."""
    mine = _looks(name)
    return any(not mine.isdisjoint(_looks(other)) for other in others)


def _is_ours(name: str) -> bool:
    """Also as a part of a longer one, and whatever stands between its words."""
    spread = unicodedata.normalize("NFKD", name)
    bare = "".join(one for one in spread if not unicodedata.combining(one))
    found = _looks(name) | _looks(bare) | _looks(bare.translate(STROKES))
    return any(ours in look for look in found for ours in _looks(OURS))


@cache
def _looks(name: str) -> frozenset[str]:
    """A name as it is read, once as it is written and once in small letters.

    Both are needed: "I" looks like "l", and "Ian" is "ian".
    """
    small = unicodedata.normalize("NFKC", name).casefold()
    return frozenset((_squeezed(small), _skeleton(name), _skeleton(small)))


def _squeezed(text: str) -> str:
    """Without what a reader overlooks: spaces, punctuation, selectors."""
    return (
        "".join(one for one in text if one.isalnum() or unicodedata.category(one) == "So") or text
    )


def _skeleton(text: str) -> str:
    """Every letter by the one that stands for all that look like it (after UTS 39)."""
    known = _prototypes()
    spread = unicodedata.normalize("NFKC", INVISIBLE.sub("", text))
    look = _squeezed("".join(known.get(one, one) for one in spread).casefold())
    for pair, one in PAIRS:
        look = look.replace(pair, one)
    return look


@cache
def _prototypes() -> dict[str, str]:
    """For each letter the first of those that look like it, by Unicode's own list."""
    from confusable_homoglyphs.confusables import (  # noqa: PLC0415  # a tenth of a second to load
        confusables_data,
    )

    classes: dict[str, set[str]] = {}
    for letter, twins in confusables_data.items():
        for twin in twins:
            _join(classes, letter.strip(_TURNING_MARK), twin["c"].strip(_TURNING_MARK))
    return {letter: min(others) for letter, others in classes.items()}


def _join(classes: dict[str, set[str]], one: str, other: str) -> None:
    joined = classes.get(one, {one}) | classes.get(other, {other})
    for member in joined:
        classes[member] = joined
