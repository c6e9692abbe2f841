"""What there is to look at: matches in each status and position, and every kind of link to them."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from service import handovers, tokens
from service.opening import Guest, HostSeat
from service.players import Person
from service.store.database import reading
from service.store.handovers import waiting_for
from service.tokens import Token
from tests.parts import openings
from tests.parts.house import House
from tests.parts.positions import SMALL, Position, Wanted, brought, played_out


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

    def silence(self, match: str) -> str:
        return self.signed("u", lambda: tokens.Unsubscribe(openings.row(match).host_id, match, 1))

    def voice(self, match: str) -> str:
        """The third seat is to go to a bot; what the second says to it."""
        with self.home.app.app_context():
            handovers.replace(openings.host_token(match), 2, openings.BOT, _now())
            with reading() as session:
                asked = waiting_for(session, match, 2)
                assert asked is not None
                number = asked.id
        return self.signed("v", lambda: tokens.Voice(match, 1, 1, number))


def _now() -> datetime:
    return datetime.now(UTC)


def _name() -> str:
    return f"x{secrets.token_hex(3)}"


def _person(name: str) -> Person:
    return Person(name, f"{name.lower()}.{secrets.token_hex(4)}@players.example")


def _table() -> tuple[HostSeat, Guest, Guest]:
    return HostSeat(), Guest(_person("Bruno")), Guest(_person("Clara"))
