"""The command line of the terminal tool: its commands, their arguments, their help."""

from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter

_EPILOG = """\
a match from deal to end:
  python -m engine games
  python -m engine deal giants night.json --seats 3
  python -m engine show night.json --seat 0
  python -m engine step night.json "NOTATION" --seat 0
  python -m engine verify night.json

A match file holds the seed and every sealed action: it is no secret place.
Exit status: 0 done, 1 refused or a fault found, 2 not understood.
"""


def parser() -> ArgumentParser:
    """Everything that can be said to the tool."""
    top = ArgumentParser(
        prog="python -m engine",
        description="Deal, play, replay and verify matches of Moai Post's games in a terminal.",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("games", help="list the games with their seats, options and bots")
    _deal(commands.add_parser("deal", help="deal a match into a new file"))
    _show(commands.add_parser("show", help="draw the board and say who is awaited"))
    _choices(commands.add_parser("choices", help="list what a seat may do, in notation"))
    _step(commands.add_parser("step", help="play one action, or seal one"))
    _undo(commands.add_parser("undo", help="take back the last step, if nobody has acted since"))
    _replay(commands.add_parser("replay", help="tell a match entry by entry; all is opened"))
    _verify(commands.add_parser("verify", help="check a record: chain, seed, draws, rules, end"))
    _bots(commands.add_parser("bots", help="let bots play matches, and sum them up"))
    return top


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text} is not a number from 1 on")
    return int(text)


def _file(command: ArgumentParser, what: str = "the match file") -> None:
    command.add_argument("file", metavar="FILE", help=what)


def _one_seat(command: ArgumentParser, what: str) -> None:
    command.add_argument("--seat", type=int, metavar="N", help=f"{what}; seats count from 0")


def _terms(command: ArgumentParser) -> None:
    command.add_argument("--seats", type=int, metavar="N", help="how many; the fewest if not given")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="as often as needed; see the command games",
    )
    command.add_argument("--seed", metavar="HEX", help="for the same luck again; else a fresh one")


def _deal(command: ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="as the command games lists it")
    _file(command, "a new match file")
    _terms(command)
    command.add_argument(
        "--id", help="the match's id, part of its luck; the file's name if not given"
    )


def _show(command: ArgumentParser) -> None:
    _file(command)
    _one_seat(command, "as this seat sees it, with what it may do; a stranger if not given")


def _choices(command: ArgumentParser) -> None:
    _file(command)
    _one_seat(command, "whose; not needed when one seat is awaited")
    command.add_argument("--most", type=_count, default=100, metavar="N", help="list so many (100)")


def _step(command: ArgumentParser) -> None:
    _file(command)
    command.add_argument("notation", metavar="NOTATION", nargs="?", help="the action, in quotes")
    _one_seat(command, "who acts; not needed when one seat is awaited")
    command.add_argument("--default", action="store_true", help="what an absent seat does")
    command.add_argument("--bot", metavar="NAME", help="let this bot choose")
    command.add_argument("--sure", action="store_true", help="do also what is warned of")


def _undo(command: ArgumentParser) -> None:
    _file(command)
    _one_seat(command, "whose step; the last one's if not given")


def _replay(command: ArgumentParser) -> None:
    _file(command, "a match file, or the record of a match that is over")
    command.add_argument("--upto", type=int, metavar="N", help="stop after entry N")
    command.add_argument(
        "--every", type=_count, default=0, metavar="N", help="all views after every N entries"
    )


def _verify(command: ArgumentParser) -> None:
    _file(command, "a record, or a match file")
    command.add_argument("--head", metavar="HEX", help="a head from a letter, to be found in it")


def _bots(command: ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="as the command games lists it")
    _terms(command)
    command.add_argument("--matches", type=_count, default=100, metavar="N", help="how many (100)")
    command.add_argument(
        "--bots", default="random", metavar="NAME,…", help="take seats in rotation (random)"
    )
    command.add_argument("--keep", metavar="FOLDER", help="keep each match as a file in here")
