"""Drives a log once more from its deal: the same match again, or the first entry that differs.

The salts of entries come from the match's key, so a replay makes every byte of the log anew. A
match that was replayed also knows again which steps can be taken back.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from engine import codec, match, parts
from engine.canonical import canonical
from engine.errors import Broken, Refusal
from engine.game import Fortunate, Game, Setup
from engine.match import Done, Match
from engine.record import Entry
from engine.sealing import Sealed

State = TypeVar("State", bound=Fortunate)


def replay(game: Game[State, Any], seed: bytes, entries: Iterable[Entry]) -> Iterator[Done[State]]:
    """What each entry led to; raises `Broken` at the first that the rules do not lead to."""
    before: Match[State] | None = None
    for number, entry in enumerate(entries, 1):
        try:
            done = _again(game, seed, before, entry)
        except Broken as broken:
            raise Broken(broken.code, entry=number) from None
        except Refusal as refusal:
            raise Broken(
                "refused", entry=number, refusal=refusal.code, why=str(refusal)
            ) from refusal
        _demand_same(number, entry, done.entry)
        yield done
        before = done.match


def latest(game: Game[State, Any], seed: bytes, entries: Iterable[Entry]) -> Done[State]:
    """What the last entry led to: the match as it stands, ready for an undo."""
    done: Done[State] | None = None
    for each in replay(game, seed, entries):
        done = each
    if done is None:
        raise Broken("no_deal", entry=1)
    return done


def _again(
    game: Game[State, Any], seed: bytes, before: Match[State] | None, entry: Entry
) -> Done[State]:
    public = parts.read_public(entry.public)
    private = parts.read_private(public, entry.private)
    if isinstance(public, parts.Deal):
        if before is not None:
            raise Broken("second_deal")
        setup = Setup(public.seats, public.options, public.rules)
        return match.start(game, public.match, setup, seed, public.nonces)
    if before is None:
        raise Broken("no_deal")
    return _step(before, public, private)


def _step(before: Match[State], public: parts.Public, private: parts.Private) -> Done[State]:
    if isinstance(public, parts.Play) and isinstance(private, parts.Played):
        action = _action(before, public.action, private.action)
        return match.play(before, public.seat, action, public.by, public.submission, public.key)
    if isinstance(public, parts.Resolve) and isinstance(private, parts.Resolved):
        return match.resolve(before, _sealed(before, public, private))
    if isinstance(public, parts.Undo):
        return match.undo(before, public.seat, public.by, public.submission, public.key)
    if isinstance(public, parts.Keys):
        return match.sign_with(before, public.seat, public.keys, signed_only=public.signed_only)
    assert isinstance(public, parts.Reseat)  # noqa: S101 - the last of the closed union, for mypy
    return match.reseat(before, public.seat, public.holder)


def _sealed(
    before: Match[State], public: parts.Resolve, private: parts.Resolved
) -> dict[int, Sealed]:
    veiled = {part.seat: part for part in private.actions}
    if [part.seat for part in public.actions] != [part.seat for part in private.actions]:
        raise Broken("unlike_seats")
    return {
        part.seat: Sealed(
            _action(before, part.action, veiled[part.seat].action),
            part.by,
            part.salt,
            veiled[part.seat].salt,
            part.submission,
            part.key,
        )
        for part in public.actions
    }


def _action(before: Match[State], shown: Mapping[str, Any], hidden: Mapping[str, Any]) -> Any:
    return codec.read(before.game.action_type, {**hidden, **shown}, "$.action")


def _demand_same(number: int, given: Entry, made: Entry) -> None:
    """Compared by their bytes: to Python, true is 1."""
    for part in ("public", "private"):
        theirs, ours = dict(getattr(given, part)), dict(getattr(made, part))
        if canonical(theirs) != canonical(ours):
            raise Broken("differs", entry=number, part=f"{part}.{_first(theirs, ours)}")
    for part in ("salt", "sealed", "hash"):
        if getattr(given, part) != getattr(made, part):
            raise Broken("differs", entry=number, part=part)


def _first(theirs: dict[str, Any], ours: dict[str, Any]) -> str:
    """The first field that is not the same in both."""
    return next(
        name
        for name in {**ours, **theirs}
        if name not in theirs
        or name not in ours
        or canonical(theirs[name]) != canonical(ours[name])
    )
