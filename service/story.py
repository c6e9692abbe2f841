"""The log as it may be told: a match that still runs no longer tells all that it told (G18)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from engine import codec
from engine.game import Episode, Tagged
from engine.match import Match as Played
from service.store import entries
from service.store.entries import LogEntry
from service.store.matches import Match


@dataclass(frozen=True)
class Part:
    """An episode, and the entry that it tells."""

    episode: Episode
    entry: LogEntry

    @property
    def placed(self) -> bool:
        """Whether readers may know which entry it is."""
        return self.episode.span is None

    @property
    def until(self) -> int:
        """The slot by which it is told for certain."""
        return self.episode.slot if self.episode.span is None else self.episode.span[1]


def after(session: Session, row: Match, played: Played[Any], slot: int, limit: int) -> list[Part]:
    """At most so many parts after a slot; slots are the numbers of a page to ask on from."""
    if not played.game.veils(played.state):
        return [part(played, one) for one in entries.after(session, row.id, slot, limit)]
    whole = retold(played, entries.all_of(session, row.id))
    return [one for one in whole if one.episode.slot > slot][:limit]


def since(session: Session, row: Match, played: Played[Any], number: int) -> list[Part]:
    """What is new to somebody who was told up to an entry.

    A phase without an order is told as a whole: a part of it would say what came after that entry.
    """
    if not played.game.veils(played.state):
        return after(session, row, played, number, row.number)
    whole = retold(played, entries.all_of(session, row.id))
    return [one for one in whole if one.until > number]


def part(played: Played[Any], entry: LogEntry) -> Part:
    """An entry of which all may be told."""
    game, public = played.game, entry.public
    events = tuple(codec.read(game.event_type, event) for event in entry.events)
    number, undoes = entry.number, public.get("undoes")
    return Part(Episode(number, number, public["kind"], public.get("seat"), events, undoes), entry)


def retold(played: Played[Any], log: Sequence[LogEntry]) -> list[Part]:
    """The whole log, in the order of its telling."""
    known = {one.number: one for one in log}
    episodes = tuple(part(played, one).episode for one in log)
    told = played.game.retell(played.state, episodes)
    return [Part(one, known[one.entry]) for one in told]


def moves(parts: Iterable[Part]) -> tuple[Tagged, ...]:
    """What was done and not taken back, for a picture: only what has its place."""
    placed = [one.episode for one in parts if one.placed]
    undone = {one.undoes for one in placed}
    return tuple(event for one in placed if one.entry not in undone for event in one.events)


# --- what is not told


def covered(played: Played[Any], log: Sequence[LogEntry]) -> frozenset[int]:
    """The entries that a record shows as links of its chain and no more."""
    if not played.game.veils(played.state):
        return frozenset()
    placed = {one.entry.number for one in retold(played, log) if one.placed}
    return frozenset(one.number for one in log) - placed


def shut(parts: Collection[Part], number: int) -> bool:
    """Whether the table after this entry may not be shown: it would say whose turn it was."""
    return any(first <= number <= last for first, last in _spans(parts))


def _spans(parts: Iterable[Part]) -> Iterator[tuple[int, int]]:
    for one in parts:
        if one.episode.span is not None:
            yield one.episode.span
