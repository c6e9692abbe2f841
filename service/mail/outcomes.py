"""What can become of a letter that was handed to a mail server."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Sent:
    """Taken over."""


@dataclass(frozen=True)
class Later:
    """Certainly not taken; `down` says that no other letter would be taken now either."""

    reason: str
    down: bool = False


@dataclass(frozen=True)
class Refused:
    """Refused for good."""

    reason: str


@dataclass(frozen=True)
class Unsure:
    """No answer once the text was on its way: it may have been taken."""

    reason: str


Outcome: TypeAlias = Sent | Later | Refused | Unsure
