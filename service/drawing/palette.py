"""The themes as a style sheet: a picture inside a page has the colours of the reader's scheme."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, Final

from service.drawing.theme import CLANS, DARK, LIGHT, Theme


def _property(name: str, place: int | None = None) -> str:
    return f"--moai-{name.replace('_', '-')}{'' if place is None else f'-{place}'}"


def _painted(name: str) -> Any:
    """A theme's part, each colour in it by the name of its property."""
    part = getattr(LIGHT, name)
    if isinstance(part, tuple):
        return tuple(f"var({_property(name, place)})" for place in range(len(part)))
    return f"var({_property(name)})"


_COLOURS: Final = tuple(part.name for part in fields(Theme) if part.name != "name")
IN_PAGE: Final = Theme(name="light", **{name: _painted(name) for name in _COLOURS})


def sheet() -> str:
    """What gives `IN_PAGE` its colours, and the clans' signs theirs."""
    clans = "".join(
        f".clan-{name} {{ --clan: {clan.fill}; --on-clan: {clan.ink}; }}\n"
        for name, clan in CLANS.items()
    )
    dark = f"@media (prefers-color-scheme: dark) {{\n{_rule(DARK)}}}\n"
    return f"{_rule(LIGHT)}{dark}{clans}"


def _rule(theme: Theme) -> str:
    return f":root {{ {' '.join(f'{name}: {colour};' for name, colour in _set(theme))} }}\n"


def _set(theme: Theme) -> Iterator[tuple[str, str]]:
    for name in _COLOURS:
        part = getattr(theme, name)
        if isinstance(part, tuple):
            yield from ((_property(name, place), one) for place, one in enumerate(part))
        else:
            yield _property(name), part
