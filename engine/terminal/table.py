"""The commands on one match in its file: show it, step it, take back, replay, verify."""

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from engine import codec, match, spoken
from engine.errors import Ambiguous, Illegal, Malformed, Refusal
from engine.game import Seat
from engine.match import Done, Match
from engine.record import By
from engine.replay import replay as redrive
from engine.terminal import files, prose, sentences
from engine.terminal.contest import Dice, choose
from engine.terminal.shelf import Shelf
from engine.verify import Report, verify as examine
from engine.words import FAULTS, UNCHECKED, tell

_SHOWN = 12  # choices under a board


class Explained(Exception):  # noqa: N818 - as a refusal, an answer
    """A refusal told as a sentence, where the game and the seat's view were at hand."""


def _reopen(shelf: Shelf, path: str) -> files.Opened:
    stored = files.read(path)
    return files.reopen(path, stored, shelf.game(stored.record.game))


def _seat(opened: files.Opened, given: Seat | None) -> Seat:
    """The seat that was named, or the only one that is awaited and has not sealed its action."""
    now = opened.done.match
    match.demand_running(now)
    if given is not None:
        match.demand_seat(now, given)
        return given
    left = sorted(now.game.awaiting(now.state) - opened.sealed.keys())
    if len(left) > 1:
        raise Malformed("which_seat", seats=tuple(left))
    return left[0]


# --- looking


def show(shelf: Shelf, given: Namespace) -> Iterator[str]:
    opened = _reopen(shelf, given.file)
    now = opened.done.match
    if given.seat is not None:
        match.demand_seat(now, given.seat)
    yield from prose.board(now, given.seat)
    if opened.sealed:
        yield f"Sealed already: {', '.join(map(str, sorted(opened.sealed)))}."
    if given.seat is not None and now.game.outcome(now.state) is None:
        yield from prose.options(now, given.seat, _SHOWN)


def choices(shelf: Shelf, given: Namespace) -> Iterator[str]:
    opened = _reopen(shelf, given.file)
    yield from prose.options(opened.done.match, _seat(opened, given.seat), given.most)


def replay(shelf: Shelf, given: Namespace) -> Iterator[str]:
    book = files.read(given.file).record
    entries, game = files.logged(book), shelf.game(book.game)
    if given.upto is not None and not 1 <= given.upto <= len(entries):
        raise Malformed("no_such_entry", entries=len(entries))
    dones = redrive(game, book.seed or b"", entries[: given.upto])
    yield from prose.playthrough(game, dones, given.every)


# --- acting


def step(shelf: Shelf, given: Namespace) -> Iterator[str]:
    opened = _reopen(shelf, given.file)
    seat = _seat(opened, given.seat)
    now = opened.done.match
    try:
        action, by = _action(shelf, now, seat, given)
        match.check(now, seat, action)
        _demand_sure(now, seat, action, given)
    except Refusal as refusal:
        raise Explained(_sentence(now, seat, refusal)) from refusal
    if now.game.sealed(now.state) and not now.game.aside(action):
        yield from _sealed(opened, seat, action, by)
    else:
        yield from _entered(opened, match.play(now, seat, action, by))


def _sentence(now: Match[Any], seat: Seat, refusal: Refusal) -> str:
    """Who was not understood is also given a few words that would be."""
    said = sentences.refusal(refusal, now.game, now.game.view(now.state, seat))
    if isinstance(refusal, Malformed | Ambiguous):
        return f"{said} {sentences.hint(now, seat)}".rstrip()
    return said


def _demand_sure(now: Match[Any], seat: Seat, action: Any, given: Namespace) -> None:
    """What may be done and gains nothing is done only when it is said once more."""
    cautions = () if given.sure else now.game.cautions(now.state, seat, action)
    if cautions:
        told = sentences.cautions(cautions, now.game, now.game.view(now.state, seat))
        raise Explained(f"{told} Say it again with --sure if you want it all the same.")


def _action(shelf: Shelf, now: Match[Any], seat: Seat, given: Namespace) -> tuple[Any, By]:
    if given.notation is not None:
        return spoken.read(now.game, now.state, seat, given.notation), "person"
    if not given.default and given.bot is None:
        raise Malformed("nothing_said")
    match.demand_awaited(now, seat)
    if given.default:
        return now.game.default(now.state, seat), "default"
    bot = shelf.bot(now.game.meta.slug, given.bot)
    return choose(now, seat, bot, Dice(files.fresh_seed())), "bot"


def _sealed(opened: files.Opened, seat: Seat, action: Any, by: By) -> Iterator[str]:
    """Keep a sealed action; the last one opens them all."""
    now = opened.done.match
    own = files.Waiting(codec.write(type(action), action), by)
    everyone = {**opened.sealed, seat: own}
    if missing := sorted(now.game.awaiting(now.state) - everyone.keys()):
        files.keep_sealed(opened, everyone)
        yield f"Sealed for seat {seat}. Still awaited: {', '.join(map(str, missing))}."
        return
    kind = now.game.action_type
    yield from _entered(
        opened,
        match.resolve(
            now,
            {
                each: match.seal(now, each, codec.read(kind, kept.action), kept.by)
                for each, kept in everyone.items()
            },
        ),
    )


def undo(shelf: Shelf, given: Namespace) -> Iterator[str]:
    opened = _reopen(shelf, given.file)
    now = opened.done.match
    if opened.sealed or not now.back:  # a sealed action is an answer to what stands
        raise Illegal("nothing_to_undo")
    seat = now.back[-1].seat if given.seat is None else given.seat
    yield from _entered(opened, match.undo(now, seat))


def _entered(opened: files.Opened, done: Done[Any]) -> Iterator[str]:
    files.append(opened, done)
    before = opened.done.match
    yield from prose.entry(before.game, before.state, done)
    yield from prose.board(done.match, None)


# --- verifying


def verify(shelf: Shelf, given: Namespace) -> Iterator[str]:
    book = files.read(given.file).record
    report = examine(book, shelf.games.get(book.game), given.head)
    if report.fault is not None:
        fault = report.fault
        raise Explained(tell(FAULTS, fault.code, {"entry": fault.entry, **fault.facts}))
    yield from _found(report, book.head)


def _found(report: Report, head: str) -> Iterator[str]:
    yield f"Nothing is wrong in {report.entries} entries. The head is {head}."
    yield report.standing
    if report.signatures:
        yield f"Signatures that hold: {report.signatures}."
    for code in report.unchecked:
        yield f"  not checked: {tell(UNCHECKED, code, report.facts)}"
