"""A form as somebody filled it in: its values, read one by one, and what is wrong with which."""

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from engine.words import N_
from service.pages import faults
from service.players import wrong
from service.refusals import Refusal, say

T = TypeVar("T")
LONGEST_NUMBER = 9
RANGE = N_("This should be a whole number from {least} to {most}.")


class Filled:
    """Nothing that was typed is lost: the page shows it again, each fault at its field."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values
        self.faults: dict[str, str] = {}

    def value(self, field: str, default: str = "") -> str:
        return self._values.get(field, default)

    def __contains__(self, field: str) -> bool:
        return field in self._values

    def ticked(self, field: str) -> bool:
        return self._values.get(field) == "yes"

    def fault(self, field: str) -> str | None:
        return self.faults.get(field)

    def note(self, refusal: Refusal) -> None:
        self.faults.setdefault(faults.field(refusal), faults.said(refusal))

    def demand_right(self) -> None:
        """Refuse the whole for its first fault."""
        for field, words in self.faults.items():
            raise Refusal("malformed", say("{words}", words=words), field=field, reason="form")

    def read(self, reader: Callable[[str, str], T], field: str, default: T) -> T:
        """What the reader makes of a field; the default where it refuses, which is noted."""
        try:
            return reader(self.value(field), field)
        except Refusal as refusal:
            self.note(refusal)
            return default

    def number(self, field: str, least: int, most: int, default: int) -> int:
        def reader(text: str, field: str) -> int:
            if not text.isdecimal() or len(text) > LONGEST_NUMBER or not least <= int(text) <= most:
                wrong(field, "bad_number", say(RANGE, least=least, most=most))
            return int(text)

        return self.read(reader, field, default)

    def one_of(self, field: str, choices: Collection[str], default: str) -> str:
        def reader(text: str, field: str) -> str:
            if text not in choices:
                wrong(field, "bad_choice", N_("Choose one of the list."))
            return text

        return self.read(reader, field, default)
