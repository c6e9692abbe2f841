"""A world of slow matches: real use cases and real rows, moved on from one moment to the next.

Only what a letter says is left out: whether it leaves, when, and what is dropped is the service's.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from heapq import merge
from itertools import groupby
from operator import itemgetter
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask import current_app
from sqlalchemy import select
from sqlalchemy.orm import Session

from engine import codec
from engine.registry import BOTS
from service import (
    absences,
    deadlines,
    guard,
    planning,
    play,
    reminders,
    resolution,
    returning,
    stand_ins,
    table,
    tokens,
    waiting,
)
from service.mail import envelope
from service.mail.envelope import Content, Envelope
from service.mail.outcomes import Outcome, Refused, Sent as Taken
from service.plans import Laid
from service.post import composing, delivery, digest, picture
from service.post.digest import Told
from service.refusals import Refusal
from service.rehearsal import Rehearsal
from service.sent import Asked, Sent
from service.store import outbox
from service.store.database import reading, writing
from service.store.letters import Letter
from service.store.matches import Match, Seat
from service.store.players import Player
from tests.pace.habits import Habit
from tests.parts import tables

BEGAN = datetime(2026, 3, 2, 6, tzinfo=UTC)
SWEEP = timedelta(hours=2)
LONGEST = timedelta(days=400)
MOST_ACTIONS = 80  # of one sitting
MOST_PLANNED = 12
BY_PAGE = Sent(body=b"", method="POST", authority="moai.example", path="/s/<token>")


@dataclass
class Sitter:
    """A person at a table, and what they did there."""

    match: str
    seat: int
    habit: Habit
    sittings: int = 0
    actions: int = 0

    @property
    def token(self) -> tokens.Seat:
        return tokens.Seat(self.match, self.seat, 1)

    @property
    def player(self) -> str:
        return player_id(self.match, self.seat)


def player_id(match: str, seat: int) -> str:
    return f"{match}-{seat}"


@dataclass
class World:
    """Matches that go on together; `now` moves forward only."""

    luck: Random
    now: datetime = BEGAN
    sitters: list[Sitter] = field(default_factory=list)
    letters: Counter[tuple[str, date]] = field(default_factory=Counter)
    held: int = 0  # sweeps in which the guard let nothing time out

    # --- opening

    def open(
        self,
        match: str,
        game: str,
        habits: tuple[Habit, ...],
        pace: Mapping[str, Any],
        options: Mapping[str, Any],
    ) -> None:
        people = [Sitter(match, seat, habit) for seat, habit in enumerate(habits)]
        self.sitters += people
        with writing() as session:
            session.add_all(_player(one, self.now) for one in people)
            session.flush()
            row = _match(match, game, len(people), pace, options, self.now)
            session.add(row)
            session.flush()
            session.add_all(_seat(one) for one in people)
            session.flush()
            tables.begin(session, row, self.now)
        for one in people:
            if one.habit.away is not None:
                absences.declare(tokens.Player(one.player, 1), *one.habit.away, self.now)

    # --- going on

    def run(self) -> None:
        """Until every match is over."""
        for at, group in groupby(self._moments(), key=itemgetter(0)):
            self.now = at
            self._settle()
            here = [sitter for _, sitter in group if sitter is not None]
            for sitter in here:
                self._sit(sitter)
            if here:
                self._settle()
            if not self.running():
                return

    def _moments(self) -> Iterator[tuple[datetime, Sitter | None]]:
        """Sweeps and sittings, one after the other."""
        ticks = ((BEGAN + number * SWEEP, None) for number in range(1, LONGEST // SWEEP))
        return merge(ticks, *(_sittings(one) for one in self.sitters), key=itemgetter(0))

    def running(self) -> list[str]:
        with reading() as session:
            query = select(Match.id).where(Match.status == "running")
            return list(session.scalars(query))

    def _settle(self) -> None:
        """All that workers and sweeps would do at this moment."""
        returning.welcome(self.now)
        reminders.send_due(self.now)
        for match in deadlines.overdue(self.now):
            deadlines.enforce(match, self.now, self.now)
        if guard.resume(self.now):
            self.held += 1
        self._work()
        delivery.deliver(lambda: self.now)

    def _work(self) -> None:
        while busy := [*waiting.closed(self.now), *waiting.restless(self.now)]:
            for match in busy:
                while stand_ins.act(match, self.now):
                    pass
                resolution.resolve(match, self.now)

    # --- sitting down

    def _sit(self, sitter: Sitter) -> None:
        """Act as long as it is one's turn, then plan for turns to come."""
        acted = 0
        while acted < MOST_ACTIONS and self._act(sitter):
            acted += 1
            self._work()
        sitter.actions += acted
        planned = sitter.habit.plans and self._plan(sitter)
        sitter.sittings += bool(acted or planned)

    def _act(self, sitter: Sitter) -> bool:
        with reading() as session:
            row = session.get_one(Match, sitter.match)
            if not _awaited(row, sitter.seat):
                return False
            played = table.load(row)
        action = self._chosen(played.game, played.state, sitter.seat)
        asked = Asked(row.turn, codec.write(type(action), action), None)
        play.submit(sitter.token, BY_PAGE, asked, self.now)
        return True

    def _chosen(self, game: Any, state: Any, seat: int) -> Any:
        bot = BOTS[game.meta.slug]["greedy"]
        return bot(game.view(state, seat), game.choices(state, seat), self.luck.randrange)

    def _plan(self, sitter: Sitter) -> bool:
        """Lay down what one would do, were nobody else to act; whether anything was."""
        with reading() as session:
            row = session.get_one(Match, sitter.match)
            seat = session.get_one(Seat, (sitter.match, sitter.seat))
            if row.status != "running" or planning.own_of(session, row, seat).steps:
                return False
            played = table.load(row)
        laid = list(self._foreseen(played.game, played.state, sitter.seat))
        if not laid:
            return False
        try:
            planning.lay(sitter.token, BY_PAGE, laid, self.now)
        except Refusal:
            return False  # between a close and its resolution
        return True

    def _foreseen(self, game: Any, state: Any, seat: int) -> Iterator[Laid]:
        """Step by step in the phases ahead; what cannot be played any more is left out."""
        rehearsal = Rehearsal(game, state, seat)
        for phase in game.ahead(state, seat):
            for _ in range(MOST_PLANNED):
                supposed = rehearsal.supposed(phase)
                if supposed is None or seat not in game.awaiting(supposed):
                    break
                action = self._chosen(game, supposed, seat)
                foreseen = rehearsal.play(action, phase)
                yield Laid({"action": codec.write(type(action), action)}, "skip", str(phase))
                if not foreseen.told:
                    break

    # --- figures

    def took(self, match: str) -> timedelta:
        with reading() as session:
            row = session.get_one(Match, match)
            return (row.finished_at or self.now) - BEGAN

    def hand(self, sender: str, recipient: str, text: bytes) -> Outcome:  # noqa: ARG002  # the protocol's
        """As the mail server: takes a letter, unless its mailbox is lost."""
        sitter = next(one for one in self.sitters if recipient.startswith(f"{one.player}@"))
        today = self.now.astimezone(ZoneInfo(sitter.habit.zone)).date()
        if sitter.habit.unheard(today):
            return Refused("550 no such mailbox")
        self.letters[sitter.player, today] += 1
        return Taken()

    def close(self) -> None:
        """There is nothing to let go of."""


def _sittings(one: Sitter) -> Iterator[tuple[datetime, Sitter]]:
    for at in one.habit.sittings(BEGAN, BEGAN + LONGEST):
        yield at.astimezone(UTC), one


def _awaited(row: Match, seat: int) -> bool:
    free = row.status == "running" and row.paused_at is None
    return free and seat in row.awaited and seat not in row.submitted


def _player(one: Sitter, now: datetime) -> Player:
    return Player(
        id=one.player,
        name=f"Player {one.seat}",
        address=f"{one.player}@players.example",
        confirmed_at=now,
        language="en",
        time_zone=one.habit.zone,
        policy={},
        created_at=now,
    )


def _match(
    match: str,
    game: str,
    seats: int,
    pace: Mapping[str, Any],
    options: Mapping[str, Any],
    now: datetime,
) -> Match:
    row = tables._match(match, game, seats, now)
    row.options, row.pace, row.host_id = dict(options), dict(pace), player_id(match, 0)
    return row


def _seat(one: Sitter) -> Seat:
    return Seat(
        match_id=one.match,
        number=one.seat,
        player_id=one.player,
        name=f"Player {one.seat}",
        status="accepted",
    )


@contextmanager
def wordless(world: World) -> Iterator[None]:
    """Letters without words or pictures, handed to the world's own mail server."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(composing, "compose", _told)
        patch.setattr(digest, "compose", _many)
        patch.setattr(picture, "draw_ahead", lambda *_: None)
        patch.setitem(current_app.extensions, "sender", world)
        yield


def _told(_s: Session, row: Match, player: Player, letter: Letter, *_: object) -> composing.Draft:
    return composing.Draft(_blank(player, letter), row.number)


def _many(_s: Session, player: Player, letter: Letter, told: Told, _n: datetime) -> digest.Draft:
    return digest.Draft(_blank(player, letter), {row.id: row.number for row, _ in told})


def _blank(player: Player, letter: Letter) -> bytes:
    """The least that passes the last look at a letter."""
    written = Envelope(
        sender="moai@moai.example",
        recipient=str(player.address),
        name="",
        subject="",
        message_id=letter.message_id,
        date=BEGAN,
        thread=(),
        unsubscribe="https://moai.example",
        language="en",
    )
    return envelope.build(written, Content(text="", html=""))


def endings() -> dict[str, str]:
    """Notices and letters that have no end, by their state: none, once all is over."""
    with reading() as session:
        return {
            str(one.id): one.status
            for one in outbox.newest(session, 100_000)
            if one.status in (outbox.READY, outbox.SENDING)
        }
