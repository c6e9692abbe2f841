"""Refusals: why the engine said no, as a stable code with named facts."""

from collections.abc import Mapping
from typing import Final, TypeAlias

Fact: TypeAlias = str | int | tuple["Fact", ...]


LONGEST: Final = 60  # letters of what somebody wrote that a refusal repeats


def shown(text: str) -> str:
    """What somebody wrote, as a refusal repeats it: enough to know it again."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """A stable code and the facts that its sentence names; `engine.words` has the sentences."""

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts: Mapping[str, Fact] = facts

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code} ({facts})" if facts else self.code


class Malformed(Refusal):
    """Not readable as an action, an option or a map."""


class Ambiguous(Refusal):
    """Readable in more than one way; the fact `candidates` lists the ways."""


class Illegal(Refusal):
    """Readable, but against the rules."""


class OutOfTurn(Refusal):
    """This seat is not awaited now."""


class MatchOver(Refusal):
    """The match has an outcome; nothing more can be played."""


class Broken(Refusal):
    """A log that is not what the rules make of it; the fact `entry` says from where on."""
