"""A recorded match as one text, for golden files: a diff of one is a review of the rules.

Each entry in notation with its events in sentences, every seat's view every so often, the end.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine import record
from engine.game import Game
from engine.record import Entry
from engine.replay import replay
from engine.terminal.prose import playthrough


def rendered(game: Game[Any, Any], seed: bytes, entries: Sequence[Entry], every: int = 10) -> str:
    """The whole match, driven again from its deal."""
    lines = playthrough(game, replay(game, seed, entries), every)
    return "".join(f"{line}\n" for line in lines)


def golden(game: Game[Any, Any], folder: Path, name: str, every: int = 10) -> tuple[str, str]:
    """The text kept beside a record (`name.json`, `name.txt`), and the text that is made now."""
    book = record.parse((folder / f"{name}.json").read_text(encoding="utf-8"))
    entries = [found for page in book.entries if (found := record.entry(page)) is not None]
    made = rendered(game, book.seed or b"", entries, every)
    return (folder / f"{name}.txt").read_text(encoding="utf-8"), made


def keep(
    game: Game[Any, Any],
    folder: Path,
    name: str,
    seed: bytes,
    entries: Sequence[Entry],
    every: int = 10,
) -> None:
    """Write a record and its text, to be read over and committed."""
    last = list(replay(game, seed, entries))[-1].match
    book = record.export(entries, seed, game.outcome(last.state))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(record.text(book), encoding="utf-8")
    (folder / f"{name}.txt").write_text(rendered(game, seed, entries, every), encoding="utf-8")
