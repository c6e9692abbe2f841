"""The words of a message: what they may be, and what is made of them in a letter."""

import re
import unicodedata

from engine.words import N_
from service import names, players
from service.mail.envelope import breaks
from service.refusals import say

LONGEST = 1000  # characters
MOST_LINES = 40
# Wherever Python, a mail program or a browser would begin another line.
LINE = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
BLANK_LINES = re.compile("\n{3,}")
# What mail programs turn into a link by themselves.
LINKED = re.compile(r"(://|[.\u3002\uff61](?=[^\W\d_]{2}))")


def read(text: str) -> str:
    """Lines of what can be printed, in the order in which it is written.

    What breaks that is put out and not refused: nobody sees it in what they pasted.
    """
    lines = (_line(one) for one in LINE.split(unicodedata.normalize("NFC", text)))
    kept = BLANK_LINES.sub("\n\n", "\n".join(lines)).strip("\n")
    fits = len(kept) <= LONGEST and kept.count("\n") < MOST_LINES
    if not fits or not any(_shows(character) for character in kept):
        saying = say(
            N_("A message has 1 to {most} characters, in {lines} lines at most."),
            most=LONGEST,
            lines=MOST_LINES,
        )
        players.wrong("text", "bad_text", saying)
    return kept


def _line(line: str) -> str:
    return "".join(" " if breaks(character) else character for character in line).rstrip()


def _shows(character: str) -> bool:
    blank = character.isspace() or character in names.BLANK_LETTERS
    return character.isprintable() and not blank


def unlinked(text: str) -> str:
    """With a space where a mail program would make a link: on the page it stands as it was."""
    return LINKED.sub(r"\1 ", text)
