"""What there is to look at: matches in each status and position, and every kind of link to them."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from service import handovers, planning, tokens, votes
from service.opening import Guest, HostSeat
from service.plans import Laid
from service.players import Person
from service.store.database import reading, writing
from service.store.handovers import waiting_for
from service.store.letters import Letter
from service.store.matches import Match, Seat
from service.store.players import Player
from service.tokens import Token
from tests.parts import openings
from tests.parts.house import House
from tests.parts.positions import SMALL, Position, Wanted, brought, played_out
from tests.parts.tables import BY_LETTER


@dataclass(frozen=True)
class Scenes:
    """Makes what is asked for in the house's rows, each time anew."""

    home: House

    def url(self, path: str) -> str:
        return self.home.site.url + path

    def signed(self, door: str, make: Callable[[], Token]) -> str:
        with self.home.app.app_context():
            return self.url(f"/{door}/{tokens.sign(make())}")

    # --- at the table

    def at(self, game: str, wanted: Wanted) -> Position:
        with self.home.app.app_context():
            return brought(_name(), game, wanted, SMALL if game == "giants" else None)

    def seat(self, at: Position) -> str:
        with self.home.app.app_context():
            return self.url(f"/s/{at.seat_token}")

    def turn(self, at: Position) -> str:
        with self.home.app.app_context():
            return self.url(f"/t/{at.turn_token}")

    def finished(self, game: str) -> Position:
        with self.home.app.app_context():
            return played_out(_name(), game, SMALL if game == "giants" else None)

    def waiting(self, game: str, wanted: Wanted) -> Position:
        """The same table from a seat that is not to act."""
        found = self.at(game, wanted)
        return Position(found.table, (found.seat + 1) % 3)

    # --- before and beside it

    def opened(self) -> str:
        with self.home.app.app_context():
            return openings.opened(*_table(), host=_person("Ann"), now=_now())

    def gathering(self) -> str:
        with self.home.app.app_context():
            return openings.confirmed(*_table(), host=_person("Ann"), now=_now())

    def running(self) -> str:
        with self.home.app.app_context():
            return openings.running(*_table(), host=_person("Ann"), now=_now())

    def confirm(self, match: str) -> str:
        return self.signed("c", lambda: openings.confirm_token(match))

    def invitation(self, match: str) -> str:
        return self.signed("i", lambda: openings.invitation(match, 1))

    def host(self, match: str) -> str:
        return self.signed("h", lambda: openings.host_token(match))

    def own_seat(self, match: str) -> str:
        return self.signed("s", lambda: openings.seat_token(match, 0))

    def player(self, match: str) -> str:
        return self.signed("p", lambda: tokens.Player(openings.row(match).host_id, 1))

    def faulty(self, match: str) -> str:
        """The same match, after a letter to its host came back."""
        with self.home.app.app_context(), writing() as session:
            player = session.get_one(Player, session.get_one(Match, match).host_id)
            player.fault = "550 5.2.2 mailbox full"
            session.add(
                Letter(
                    match_id=match,
                    player_id=player.id,
                    seat=0,
                    kind="invitation",
                    message_id=f"<{match}@players.example>",
                    status="bounced",
                    reason=player.fault,
                    created_at=_now(),
                )
            )
        return match

    def faulty_turn(self, at: Position) -> str:
        """A letter's link, of somebody whose letters come back."""
        with self.home.app.app_context(), writing() as session:
            seat = session.get_one(Seat, (at.table.id, at.seat))
            session.get_one(Player, seat.player_id).fault = "550 5.2.2 mailbox full"
        return self.turn(at)

    def silence(self, match: str) -> str:
        return self.signed("u", lambda: tokens.Unsubscribe(openings.row(match).host_id, match, 1))

    def stood_in(self, match: str) -> str:
        """A bot plays for the second seat; the way back of its holder."""
        with self.home.app.app_context(), writing() as session:
            row = session.get_one(Match, match)
            session.get_one(Seat, (match, 1)).stand_in = "greedy"
            row.revision += 1
        return self.signed("r", lambda: tokens.Return(match, 1, 1))

    def planned(self, at: Position) -> str:
        """A step laid with a letter's link; what the next letter leads to."""
        with self.home.app.app_context():
            held = at.table.turn_token(at.seat)
            later = f"transport {held.phase.partition(' ')[2]}"
            planning.lay(held, BY_LETTER, [Laid({"text": "pass"}, phase=later)], _now())
        return self.signed("d", lambda: tokens.Drop(held.match, held.seat, 1, held.phase))

    def voice(self, match: str) -> str:
        """The third seat is to go to a bot; what the second says to it."""
        with self.home.app.app_context():
            handovers.replace(openings.host_token(match), 2, openings.BOT, _now())
            with reading() as session:
                asked = waiting_for(session, match, 2)
                assert asked is not None
                number = asked.called
        return self.signed("v", lambda: tokens.Voice(match, 1, 1, number))

    def vote(self, match: str) -> str:
        """The second seat asks for more time; what the third says to it."""
        number = self._proposed(match)
        return self.signed("v", lambda: tokens.Voice(match, 2, 1, number, "vote"))

    def asked(self, match: str) -> str:
        """The same at the table."""
        self._proposed(match)
        return self.own_seat(match)

    def _proposed(self, match: str) -> int:
        with self.home.app.app_context():
            token = openings.seat_token(match, 1)
            return votes.propose(token, "extend", 48, _now()).votes[0].vote


def _now() -> datetime:
    return datetime.now(UTC)


def _name() -> str:
    return f"x{secrets.token_hex(3)}"


def _person(name: str) -> Person:
    return Person(name, f"{name.lower()}.{secrets.token_hex(4)}@players.example")


def _table() -> tuple[HostSeat, Guest, Guest]:
    return HostSeat(), Guest(_person("Bruno")), Guest(_person("Clara"))
