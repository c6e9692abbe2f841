"""The command line's own table: its commands, their arguments and help; and reading it."""

import re
from argparse import SUPPRESS, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NoReturn, TypeAlias

from typing_extensions import override

from moaipost.terminal import account, lobby, records, table
from moaipost.terminal.desk import Desk
from moaipost.terminal.said import Said, Trouble

Run: TypeAlias = Callable[[Desk], Iterator[Said]]

EPILOG = """\
a match, from the letter to its end:
  moaipost login https://moai.example/t/t.WyJr…    the link of your letter
  moaipost show
  moaipost choices
  moaipost play worker c4
  moaipost follow --until-awaited
  moaipost record -o match.json && moaipost verify match.json

Exit status: 0 done; 1 refused, or a fault was found; 2 not understood; 3 the service cannot be
reached or has broken; 4 not let in: log in with a newer link.
NO_COLOR, MOAIPOST_URL and XDG_CONFIG_HOME are heeded.
"""
_CHOICE = re.compile(r"invalid choice: '(?P<given>[^']*)' \(choose from (?P<known>.*)\)")
_UNKNOWN = re.compile(r"unrecognized arguments: (?P<given>\S+)")


class Argument:
    """As `add_argument` takes it."""

    def __init__(self, *flags: str, **words: Any) -> None:
        self.flags, self.words = flags, words


@dataclass(frozen=True)
class Command:
    """What can be said: what it does, with what, or with which words after it."""

    name: str
    help: str
    run: Run | None = None
    arguments: tuple[Argument, ...] = ()
    below: tuple["Command", ...] = ()


EVERYWHERE = (
    Argument("-m", "--match", metavar="ID", help="the match that is meant, or how its id begins"),
    Argument("--url", help="the service, where it is another than the link's"),
    Argument("--language", help="of what the service says: en, it, de or ru"),
    Argument("--json", action="store_true", help="say it as JSON"),
)
LINK = Argument(
    "link", nargs="?", help="from a letter, or the token at its end; - reads it from stdin"
)
MAYBE_LINK = Argument("link", nargs="?", help="from the letter, unless you logged in with it")
WORDS = Argument("words", nargs="+", metavar="WORDS", help="an action in notation, or as JSON")
MAYBE_WORDS = Argument("words", nargs="*", metavar="WORDS")
TURN = Argument("--turn", type=int, metavar="N", help="the turn it is meant for; else the present")
KEY = Argument("--idempotency-key", metavar="KEY", help="to send the same again without harm")
SURE = Argument("--sure", action="store_true", help="do also what is warned of")
AFTER = Argument("--after", type=int, metavar="N", help="entries after this number")
NAME = Argument("name", help="of the key's file")

COMMANDS = (
    Command(
        "login",
        "keep a link from a letter, and mean its match from now on",
        account.login,
        (
            LINK,
            Argument("--key", metavar="NAME", help="sign with this key, which is registered"),
            Argument("--seat", type=int, metavar="N", help="with a key and no link"),
        ),
    ),
    Command(
        "logout",
        "forget the match that is meant",
        account.logout,
        (Argument("--all", action="store_true", help="forget everything"),),
    ),
    Command(
        "use",
        "mean another match from now on",
        account.use,
        (Argument("which", metavar="ID", help="its id, or how it begins"),),
    ),
    Command(
        "matches",
        "list your matches",
        account.matches,
        (
            Argument("--public", action="store_true", help="list the public ones"),
            Argument("--game", help="of this game only, with --public"),
            Argument("--status", help="of this status only, with --public"),
        ),
    ),
    Command("show", "draw the table as you may see it", table.show),
    Command(
        "choices",
        "list what you may do, in notation",
        table.choices,
        (Argument("--most", type=int, default=table.SHOWN, metavar="N", help="so many at most"),),
    ),
    Command("check", "say what an action would do; records nothing", table.check, (WORDS, TURN)),
    Command("bid", "seal a bid, as in: 1 marker, chief; take 3", table.bid, (WORDS, TURN, KEY)),
    Command("play", "play an action, or seal one", table.play, (WORDS, TURN, KEY)),
    Command("sealed", "show your own sealed action", table.sealed),
    Command("withdraw", "take your sealed action back", table.withdraw),
    Command(
        "plan",
        "what to play when your turn comes",
        table.plan_show,
        (),
        (
            Command("show", "show your plan", table.plan_show),
            Command(
                "set",
                "lay a plan down",
                table.plan_set,
                (Argument("steps", nargs="+", metavar="STEP", help="'words', or 'words / skip'"),),
            ),
            Command("drop", "take your plan back", table.plan_drop),
        ),
    ),
    Command("undo", "take your last step back", table.undo, (TURN,)),
    Command(
        "peek",
        "do what may be done out of turn, or list it",
        table.peek,
        (MAYBE_WORDS, TURN, KEY, SURE),
    ),
    Command(
        "messages",
        "read what is said at the table, or say something",
        table.messages,
        (MAYBE_WORDS, Argument("--to", type=int, metavar="SEAT", help="to this seat alone")),
    ),
    Command("log", "tell what has happened", table.log, (AFTER,)),
    Command(
        "follow",
        "tell what happens, as it happens",
        table.follow,
        (
            AFTER,
            Argument("--until-awaited", action="store_true", help="end when it is your turn"),
            Argument("--pause", type=float, metavar="SECONDS", help="else as the service asks for"),
        ),
    ),
    Command(
        "record",
        "download the record",
        records.download,
        (Argument("-o", "--output", metavar="FILE", help="else it is printed"),),
    ),
    Command(
        "verify",
        "check a record, without the service",
        records.verify,
        (
            Argument("file", help="a record"),
            Argument("--head", metavar="HEX", help="a hash that a letter named"),
        ),
    ),
    Command(
        "games",
        "list the games, or one with its options",
        lobby.games,
        (Argument("game", nargs="?", help="its slug"),),
    ),
    Command(
        "open",
        "open a match",
        lobby.open_match,
        (
            Argument("game", help="its slug: moaipost games lists them"),
            Argument("--name", required=True, help="yours"),
            Argument("--address", help="yours, needed where others are invited"),
            Argument(
                "--seat",
                action="append",
                required=True,
                metavar="WHO",
                help="me, bot:random or 'Bruno <bruno@moai.example>', in the seats' order",
            ),
            Argument("--option", action="append", default=[], metavar="NAME=VALUE"),
            Argument("--hours", type=int, metavar="N", help="for a turn"),
            Argument("--public", action="store_true", help="let it be listed"),
        ),
    ),
    Command("confirm", "answer a host's first letter", lobby.confirm, (MAYBE_LINK,)),
    Command(
        "accept",
        "take the seat you are invited to",
        lobby.accept,
        (
            MAYBE_LINK,
            Argument("--name", help="another than the host gave"),
            Argument("--nonce", metavar="HEX", help="your part of the luck; else made up"),
        ),
    ),
    Command("decline", "leave the seat to another", lobby.decline, (MAYBE_LINK,)),
    Command(
        "new-links",
        "replace your seat's links; a letter brings the new ones",
        account.new_links,
        (
            Argument(
                "--host",
                action="store_true",
                help="those of a match that you host, and of your seat there",
            ),
            Argument("--all", action="store_true", help="every link of yours, of all matches"),
            Argument(
                "--keep-programs", action="store_true", help="leave signing keys and webhooks"
            ),
        ),
    ),
    Command(
        "key",
        "keys that sign what your seat sends",
        account.key_list,
        (),
        (
            Command("list", "list the seat's keys", account.key_list),
            Command("new", "make a key", account.key_new, (NAME,)),
            Command("register", "tell the service of it", account.key_register, (NAME,)),
            Command(
                "revoke",
                "let it sign no more",
                account.key_revoke,
                (Argument("id", help="as the list has it, or the name of its file"),),
            ),
        ),
    ),
    Command(
        "completion",
        "print completions: moaipost completion bash > …",
        None,
        (Argument("shell", choices=("bash", "zsh", "fish")),),
    ),
)


class Parser(ArgumentParser):
    """Says what was meant, where somebody mistyped."""

    @override
    def error(self, message: str) -> NoReturn:
        raise Trouble(f"{_kinder(message)} moaipost --help lists what there is.")


def _kinder(message: str) -> str:
    """In a sentence, with what is closest to what was given."""
    if found := _CHOICE.search(message):
        known = found["known"].replace("'", "").split(", ")
        return f"“{found['given']}” is not known here{_meant(found['given'], known)}"
    if found := _UNKNOWN.search(message):
        known = [flag for argument in _every_argument() for flag in argument.flags]
        return f"“{found['given']}” is not known here{_meant(found['given'], known)}"
    return f"{message[:1].upper()}{message[1:]}."


def _meant(given: str, known: list[str]) -> str:
    close = get_close_matches(given, known, 1)
    return f": did you mean {close[0]}?" if close else "."


def _every_argument() -> Iterator[Argument]:
    yield from EVERYWHERE
    for command in COMMANDS:
        yield from command.arguments


def parser() -> Parser:
    top = Parser(
        prog="moaipost",
        description="Play Giants and Rapa Nui on a Moai Post service from a terminal.",
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="store_true", help="print the version and end")
    for argument in EVERYWHERE:
        top.add_argument(*argument.flags, **argument.words)
    top.set_defaults(run=None, language="en")
    _commands(top, COMMANDS, "COMMAND")
    return top


def _commands(top: ArgumentParser, commands: tuple[Command, ...], named: str) -> None:
    parsers = top.add_subparsers(metavar=named, parser_class=Parser)
    for command in commands:
        made = parsers.add_parser(
            command.name, help=command.help, description=command.help, allow_abbrev=False
        )
        made.set_defaults(run=command.run, command=command.name)
        for argument in command.arguments:
            made.add_argument(*argument.flags, **argument.words)
        # What holds everywhere may be said before the command or after it.
        for argument in EVERYWHERE:
            made.add_argument(*argument.flags, **{**argument.words, "default": SUPPRESS})
        if command.below:
            _commands(made, command.below, "WHAT")


def read(words: list[str]) -> Namespace:
    return parser().parse_args(words)
