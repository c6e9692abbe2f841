"""Talk on a seat's page: what was said there, and the form to say more."""

from collections.abc import Iterable
from dataclasses import dataclass

from service import messages, moments
from service.acquaintance import Reader
from service.api import problems
from service.pages import faults
from service.refusals import Refusal
from service.talking import Corner, Said


@dataclass(frozen=True)
class Spoken:
    """What came with the form, if it did, and why it was refused."""

    text: str = ""
    to: str = ""
    refusal: Refusal | None = None

    @property
    def status(self) -> int:
        return 200 if self.refusal is None else problems.TABLE[self.refusal.code].status


SILENT = Spoken()


@dataclass(frozen=True)
class Line:
    """A message, and its moment for programs and for its reader."""

    said: Said
    at: str
    when: str


@dataclass(frozen=True)
class Talk:
    lines: tuple[Line, ...]
    corner: Corner
    spoken: Spoken
    refusal: str | None
    most: int = messages.LONGEST

    @property
    def newest(self) -> str:
        """Sent along with a message: one that is sent twice is known by it."""
        return self.lines[-1].said.message if self.lines else ""

    @property
    def there(self) -> bool:
        """Whether there is anything to show: not alone among bots."""
        return bool(self.lines or self.corner.readers)

    @property
    def writes(self) -> bool:
        return self.corner.open and bool(self.corner.readers)


def arrange(corner: Corner, spoken: Spoken, reader: Reader, language: str) -> Talk:
    refused = None if spoken.refusal is None else faults.said(spoken.refusal)
    return Talk(lines(corner.said, reader, language), corner, spoken, refused)


def lines(said: Iterable[Said], reader: Reader, language: str) -> tuple[Line, ...]:
    return tuple(
        Line(one, one.at.isoformat(), moments.short(one.at, reader.time_zone, language))
        for one in said
    )
