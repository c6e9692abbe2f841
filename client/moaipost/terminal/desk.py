"""Where a command works: the service, the match and the seat that it means."""

from argparse import Namespace
from dataclasses import dataclass, field
from pathlib import Path

from moaipost import links
from moaipost.keys import Key
from moaipost.links import Link
from moaipost.seat import Seat
from moaipost.service import Service
from moaipost.terminal import logins
from moaipost.terminal.logins import Login, Logins
from moaipost.terminal.said import Exit, Trouble
from moaipost.terminal.world import World

HERE = "http://127.0.0.1:8000"  # where `make run` serves
ACTING = ("seat", "turn")  # the longer-lived first


@dataclass
class Desk:
    """What was given, what is known from before, and the way to the services."""

    world: World
    given: Namespace
    logins: Logins
    _open: dict[str, Service] = field(default_factory=dict)

    def save(self) -> None:
        logins.save(self.world.environ, self.logins)

    def close(self) -> None:
        for service in self._open.values():
            service.__exit__()

    # --- services

    def service(self, url: str | None = None) -> Service:
        """Where `--url` says, else what is meant, else MOAIPOST_URL, else this machine."""
        there = self.given.url or url or self.world.environ.get("MOAIPOST_URL") or HERE
        if there not in self._open:
            self._open[there] = Service(
                there,
                language=self.given.language,
                http=self.world.connect(),
                sleep=self.world.sleep,
            )
        return self._open[there]

    # --- links

    def link(self, given: str | None) -> Link:
        """A link that was given, `-` for one from standard input."""
        text = self.world.stdin.readline() if given == "-" else given or ""
        try:
            return links.read(text)
        except ValueError as fault:
            raise Trouble(f"{str(fault).capitalize()}: copy the whole link.") from fault

    # --- matches

    def match(self) -> str:
        """The match that is meant: named by its id or the beginning of one, or the current."""
        asked: str | None = self.given.match
        if asked is None:
            if self.logins.current is None:
                raise Trouble(
                    "Which match? Log in with a link from a letter (moaipost login LINK), "
                    "or name one with --match.",
                    Exit.NOT_LET_IN,
                )
            return self.logins.current
        known = [match for match in self.logins.matches if match.startswith(asked)]
        if len(known) > 1:
            raise Trouble(f"Several matches begin with {asked}: {', '.join(known)}.")
        return known[0] if known else asked

    def login(self) -> Login | None:
        return self.logins.matches.get(self.match())

    def seat(self) -> Seat:
        """The seat at the match that is meant."""
        login, match = self.login(), self.match()
        if login is not None and (found := self._seat(login, match)) is not None:
            return found
        raise Trouble(
            f"You hold no seat of {match} here: moaipost login LINK, with the link of your "
            "newest letter.",
            Exit.NOT_LET_IN,
        )

    def _seat(self, login: Login, match: str) -> Seat | None:
        """By a token, whose requests a key may sign; or by a key alone."""
        service, key = self.service(login.url), None if login.key is None else self.key(login.key)
        for kind in ACTING:
            if kind in login.tokens:
                return service.seat(login.tokens[kind], key, login.authority)
        if key is None or login.seat is None:
            return None
        return service.signer(match, login.seat, key, login.authority)

    def onlooker(self) -> Seat:
        """The seat if there is one, else a stranger's place."""
        login, match = self.login(), self.match()
        found = None if login is None else self._seat(login, match)
        return found or self.service(login.url if login else None).stranger(match)

    def key(self, name: str) -> Key:
        path = self.key_path(name)
        try:
            return Key.load(path)
        except FileNotFoundError as fault:
            raise Trouble(f"There is no key {name}: make it with moaipost key new.") from fault
        except ValueError as fault:
            raise Trouble(f"{path} holds no ed25519 key.") from fault

    def key_path(self, name: str) -> Path:
        return logins.key_path(self.world.environ, name)
