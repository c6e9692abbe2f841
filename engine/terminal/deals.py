"""The commands that need no match yet: list the games, deal one, let bots play many."""

from argparse import Namespace
from collections.abc import Iterator, Mapping
from typing import TextIO

from engine import match
from engine.errors import Malformed
from engine.game import Bot, Meta, Option, Setup, Value
from engine.terminal import contest, files, prose
from engine.terminal.shelf import Shelf


def games(shelf: Shelf, _given: Namespace) -> Iterator[str]:
    for slug, game in sorted(shelf.games.items()):
        seats = ", ".join(map(str, game.meta.seats))
        yield f"{slug}: {game.meta.title} by {game.meta.designer}, for {seats} players"
        yield f"  rules version {game.meta.rules}; bots: {_names(shelf.bots.get(slug, {}))}"
        for option in game.meta.options:
            default = str(option.default).lower()
            yield f"  {option.name}={_values(option)} ({default}): {option.summary}"


def _names(bots: Mapping[str, Bot]) -> str:
    return ", ".join(sorted(bots)) or "none"


def _values(option: Option) -> str:
    if option.kind == "number":
        return f"{option.least}..{option.most}"
    return "|".join(option.choices) if option.kind == "choice" else "true|false"


def deal(shelf: Shelf, given: Namespace) -> Iterator[str]:
    game = shelf.game(given.game)
    seed = _seed(given.seed)
    done = match.start(game, given.id or given.file, _setup(game.meta, given), seed)
    files.create(given.file, seed, done)
    yield f"{given.file} holds a match of {game.meta.title}; its head is {done.match.head}."
    yield from prose.board(done.match, None)


def _setup(meta: Meta, given: Namespace) -> Setup:
    seats = meta.seats[0] if given.seats is None else given.seats
    return Setup(seats, dict(_option(meta, text) for text in given.option))


def _option(meta: Meta, text: str) -> tuple[str, Value]:
    name, found, value = text.partition("=")
    if not found:
        raise Malformed("not_an_option", text=text)
    kinds = {option.name: option.kind for option in meta.options}
    if kinds.get(name) == "flag":
        return name, {"true": True, "false": False}.get(value, value)
    is_number = kinds.get(name) == "number" and value.removeprefix("-").isdecimal()
    return name, int(value) if is_number else value


def _seed(text: str | None) -> bytes:
    if text is None:
        return files.fresh_seed()
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise Malformed("not_hex", text=text) from None


def bots(shelf: Shelf, given: Namespace, progress: TextIO) -> Iterator[str]:
    game = shelf.game(given.game)
    seated = [(name, shelf.bot(given.game, name)) for name in given.bots.split(",")]
    seed = _seed(given.seed)
    results = []
    for result in contest.contest(game, _setup(game.meta, given), seated, given.matches, seed):
        results.append(result)
        if given.keep is not None:
            files.keep(given.keep, result.seed, result.entries, result.done)
        if progress.isatty():
            progress.write(contest.bar(len(results), given.matches))
            progress.flush()
    if progress.isatty():
        progress.write("\n")
    yield f"{game.meta.title}, seed {seed.hex()}"
    yield from contest.summary(results)
