"""A page in one state: the door that leads to it, and what is asked there."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias
from urllib.parse import urlencode

Fields: TypeAlias = Mapping[str, str | Sequence[str]]


@dataclass(frozen=True)
class Ask:
    """What stands in the rule's place (a token, a match, a game), and what goes with it."""

    place: str = ""
    query: Fields = field(default_factory=dict)
    form: Fields = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    """An address, and the fields of a form that is sent there."""

    path: str
    fields: list[tuple[str, str]] | None


@dataclass(frozen=True)
class Scene:
    """`door` is a method and a rule of the app's map; `ask` is called once matches are there."""

    name: str
    door: str
    ask: Callable[[], Ask] = Ask
    dark: bool = False  # shown by night too
    broad: bool = False  # shown on a broad screen in every language
    english: bool = False  # shown in no other language: another scene has the same words

    def asked(self, language: str) -> Asked:
        method, rule = self.door.split()
        ask = self.ask()
        path = re.sub("<[^>]+>", ask.place, rule)
        query = urlencode({**ask.query, "lang": language}, doseq=True)
        fields = pairs(ask.form) if method == "POST" else None
        return Asked(f"{path}?{query}", fields)


def pairs(given: Fields) -> list[tuple[str, str]]:
    """A field of several values is sent several times."""
    return [
        (name, value)
        for name, values in given.items()
        for value in ([values] if isinstance(values, str) else values)
    ]
