"""A refusal: why the service said no, as a stable code with named facts, in any tongue."""

from collections.abc import Callable
from typing import TypeAlias

from engine.words import ENGLISH, Tongue

Saying: TypeAlias = Callable[[Tongue], str]


def say(text: str, **facts: object) -> Saying:
    """A marked sentence with its facts, for whatever tongue its reader has."""
    return lambda tongue: tongue.say(text).format(**facts)


class Refusal(Exception):  # noqa: N818  # the project's word for it, see docs/words.md
    """`code` is a row of the table in service/api/problems.py; its sentence names the offender."""

    def __init__(self, code: str, saying: str | Saying, **facts: object) -> None:
        """A sentence without facts is handed over as it is marked."""
        self.code = code
        self.facts = facts
        self._saying = saying
        super().__init__(f"{code}: {self.detail}")

    @property
    def detail(self) -> str:
        return self.said(ENGLISH)

    def said(self, tongue: Tongue) -> str:
        saying = self._saying
        return tongue.say(saying) if isinstance(saying, str) else saying(tongue)
