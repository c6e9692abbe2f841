"""The terminal tool from its words to its exit status: what a user gets wrong is a sentence."""

from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TextIO

from engine.errors import Ambiguous, Malformed, Refusal
from engine.terminal import deals, sentences, table
from engine.terminal.arguments import parser
from engine.terminal.shelf import Shelf

_REFUSED, _NOT_UNDERSTOOD = 1, 2
_COMMANDS: Mapping[str, Callable[[Shelf, Namespace], Iterator[str]]] = {
    "games": deals.games,
    "deal": deals.deal,
    "show": table.show,
    "choices": table.choices,
    "step": table.step,
    "undo": table.undo,
    "replay": table.replay,
    "verify": table.verify,
}


def main(shelf: Shelf, arguments: Sequence[str], out: TextIO, err: TextIO) -> int:
    """Do one command; gives the exit status."""
    given = parser().parse_args(arguments)
    try:
        out.writelines(f"{line}\n" for line in _lines(shelf, given, err))
    except table.Explained as explained:
        err.write(f"{explained}\n")
        return _status(explained.__cause__)
    except Refusal as refusal:
        err.write(f"{sentences.refusal(refusal)}\n")
        return _status(refusal)
    return 0


def _status(why: BaseException | None) -> int:
    return _NOT_UNDERSTOOD if isinstance(why, Malformed | Ambiguous) else _REFUSED


def _lines(shelf: Shelf, given: Namespace, err: TextIO) -> Iterator[str]:
    if given.command == "bots":
        return deals.bots(shelf, given, err)
    return _COMMANDS[given.command](shelf, given)
