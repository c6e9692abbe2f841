"""From the words of a command line to what is said and the exit status."""

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import Any

from moaipost import __version__
from moaipost.errors import Problem, Unreachable
from moaipost.terminal import arguments, completion, logins
from moaipost.terminal.desk import Desk
from moaipost.terminal.said import Exit, Said, Trouble
from moaipost.terminal.world import World

NOT_LET_IN, FIRST_BREAKDOWN = (401, 403), 500
HINTS = {
    "unauthenticated": "Log in with the link of your newest letter: moaipost login LINK.",
    "stale": "Look again: moaipost show.",
    "out_of_turn": "moaipost follow --until-awaited ends when it is your turn.",
    "illegal": "moaipost choices lists what you may do.",
    "not_started": "moaipost matches says who has not answered yet.",
    "unsigned": "Make a key and register it: moaipost key new NAME, moaipost key register NAME.",
    "unknown_key": "Register it: moaipost key register NAME.",
    "clock_skew": "Set this machine's clock.",
    "resolving": "Try again in a moment.",
    "key_reused": "Give another --idempotency-key, or none.",
}


def main(words: Sequence[str], world: World) -> int:
    """Do what is asked; the exit status."""
    as_json = "--json" in words
    try:
        given = arguments.read(list(words))
        for said in _run(given, world):
            _print(world, said, as_json=given.json)
    except Trouble as trouble:
        return _failed(world, str(trouble), trouble.data, trouble.code, as_json=as_json)
    except Problem as problem:
        data = problem.document or {"status": problem.status}
        return _failed(world, _told(problem), data, _status(problem), as_json=as_json)
    except Unreachable as fault:
        data = {"code": "unreachable", "detail": str(fault)}
        return _failed(world, str(fault), data, Exit.UNREACHABLE, as_json=as_json)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    return Exit.DONE


def _run(given: Namespace, world: World) -> Iterator[Said]:
    if given.version:
        yield Said({"version": __version__}, f"moaipost {__version__}")
    elif getattr(given, "command", None) == "completion":
        text = completion.script(given.shell)
        yield Said({"shell": given.shell, "script": text}, text.rstrip("\n"))
    elif given.run is None:
        yield Said({"help": arguments.EPILOG}, arguments.parser().format_help().rstrip("\n"))
    else:
        desk = Desk(world, given, logins.load(world.environ))
        try:
            yield from given.run(desk)
        finally:
            desk.close()


def _print(world: World, said: Said, *, as_json: bool) -> None:
    if as_json and said.data is not None:
        text = json.dumps(said.data, ensure_ascii=False, indent=None if said.again else 2)
    else:
        text = said.text
    print(text, file=world.out, flush=True)


def _status(problem: Problem) -> Exit:
    if problem.status in NOT_LET_IN:
        return Exit.NOT_LET_IN
    return Exit.UNREACHABLE if problem.status >= FIRST_BREAKDOWN else Exit.REFUSED


def _told(problem: Problem) -> str:
    """What was wrong, where it was, and what to do about it."""
    lines = [problem.detail or problem.title]
    lines += [f"  {place}: {why}" for place, why in _leaves(problem.errors)]
    hint = HINTS.get(problem.code)
    lines += [hint] if hint else []
    return "\n".join(lines)


def _leaves(errors: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Each malformed part of a request by its place."""
    if isinstance(errors, dict):
        for name, below in errors.items():
            yield from _leaves(below, f"{place}.{name}" if place else name)
    else:
        yield place, " ".join(errors) if isinstance(errors, list) else str(errors)


def _failed(world: World, text: str, data: Any, code: Exit, *, as_json: bool) -> int:
    said = json.dumps(data, ensure_ascii=False, indent=2) if as_json else text
    print(said, file=world.err)
    return code
