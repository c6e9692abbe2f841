"""What a command says: for people as text, for programs as JSON; and what it says when it fails."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any


class Exit(IntEnum):
    """What a shell is told."""

    DONE = 0
    REFUSED = 1  # by the rules or by the service, or a fault was found in a record
    NOT_UNDERSTOOD = 2
    UNREACHABLE = 3
    NOT_LET_IN = 4
    INTERRUPTED = 130


@dataclass(frozen=True)
class Said:
    """One thing said; what is said again and again takes one line of JSON each time."""

    data: Any
    text: str
    again: bool = False


class Trouble(Exception):  # noqa: N818  # an answer as well
    """Why a command could not do it, in a sentence, with a way on where there is one."""

    def __init__(self, text: str, code: Exit = Exit.NOT_UNDERSTOOD, data: Any = None) -> None:
        super().__init__(text)
        self.code = code
        self.data = data if data is not None else {"code": code.name.lower(), "detail": text}
