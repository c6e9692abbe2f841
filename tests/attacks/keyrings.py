"""Every kind of token for two matches of the same shape, sound and unsound."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask, current_app
from itsdangerous import TimestampSigner

from service import handovers, keys, tokens, votes
from service.store.database import reading
from service.store.handovers import waiting_for
from service.tokens import Token
from tests.parts import openings

KINDS = tuple(kind.__name__.lower() for kind in tokens.KINDS.values())
UNKNOWN_KEY = "a key that was never ours, at all"


@dataclass(frozen=True)
class Lobby:
    """A match that still gathers and one that runs, with the tokens of each by kind."""

    gathering: str
    running: str
    tokens: dict[str, dict[str, Token]]

    def match_for(self, kinds: frozenset[str]) -> str:
        """Where these kinds of tokens are at home."""
        return self.gathering if kinds & {"invitation", "confirm"} else self.running


def set_up() -> Lobby:
    gathering = openings.confirmed()
    running = openings.running()
    handovers.replace(openings.host_token(running), 2, openings.BOT, openings.NOON)
    votes.propose(openings.seat_token(running, 2), "pause", None, openings.NOON)
    made = {match: every(match) for match in (gathering, running)}
    return Lobby(gathering, running, made)


def every(match: str) -> dict[str, Token]:
    phase = openings.row(match).phase or "none yet"
    player = openings.player("ann@moai.example")
    return {
        "host": openings.host_token(match),
        "invitation": openings.invitation(match, 1),
        "seat": openings.seat_token(match, 1),
        "turn": tokens.Turn(match, 1, 1, phase),
        "return": tokens.Return(match, 1, 1),
        "drop": tokens.Drop(match, 1, 1, phase),
        "voice": tokens.Voice(match, 1, 1, proposed(match)),
        "player": tokens.Player(player.id, player.generation),
        "confirm": openings.confirm_token(match),
        "unsubscribe": tokens.Unsubscribe(player.id, match, player.generation),
    }


def proposed(match: str) -> int:
    with reading() as session:
        waiting = waiting_for(session, match, 2)
        return 0 if waiting is None else waiting.called


# --- what makes a token unsound


def revoked(token: Token) -> str:
    return tokens.sign(replace(token, generation=token.generation + 1))


def expired(token: Token) -> str:
    then = datetime.now(UTC) - token.lasts - timedelta(minutes=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TimestampSigner, "get_timestamp", lambda _: int(then.timestamp()))
        return tokens.sign(token)


def forged(token: Token) -> str:
    with signing_with(UNKNOWN_KEY):
        return tokens.sign(token)


UNSOUND: dict[str, Callable[[Token], str]] = {
    "revoked": revoked,
    "expired": expired,
    "forged": forged,
}


@contextmanager
def signing_with(*secrets: str) -> Iterator[None]:
    """The newest secret first, as settings name them; what is sealed opens as before."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]  # a proxy
    known, settings = app.extensions["keys"], app.extensions["settings"]
    changed = replace(settings, secret_key=secrets[0], old_secret_keys=secrets[1:])
    made = keys.make(changed)
    app.extensions["keys"] = replace(made, sealing=known.sealing, newest=known.newest)
    yield
    app.extensions["keys"] = known
