"""Examples for the contract, taken from a match that is really dealt: none can grow stale."""

from datetime import UTC, datetime
from typing import Any

from engine import codec, match
from engine.game import Setup
from engine.match import Done
from engine.registry import GAMES
from service import looking, standing
from service.sealed import Receipt
from service.store.matches import Match

AT = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)
DUE = datetime(2026, 3, 3, 18, 30, tzinfo=UTC)
MATCH = "k3v9x2m7q4tb"
WORDS = "bid 1 marker, chief; take 3 or 2 or 1, then decline"
BID = {"turn": 0, "text": WORDS}


def _dealt() -> Done[Any]:
    return match.start(GAMES["giants"], MATCH, Setup(3), bytes(32))


def _row(done: Done[Any]) -> Match:
    game, state = done.match.game, done.match.state
    return Match(
        id=MATCH,
        game="giants",
        status="running",
        phase=str(game.phase(state)),
        turn=done.match.turn,
        number=done.match.number,
        sealed=game.sealed(state),
        awaited=sorted(game.awaiting(state)),
        submitted=[],
        closes_at=None,
        head=done.match.head,
        revision=3,
    )


def _receipt(done: Done[Any]) -> Receipt:
    sealed = match.seal(done.match, 0, GAMES["giants"].parse(done.match.state, 0, WORDS))
    commitment, hidden = match.commitments(done.match, 0, sealed)
    phase = str(done.match.game.phase(done.match.state))
    return Receipt(4, 0, phase, done.match.turn, commitment, hidden, AT, None)


def _resolved(done: Done[Any]) -> Done[Any]:
    game = done.match.game
    bids = {
        seat: match.seal(done.match, seat, game.parse(done.match.state, seat, WORDS))
        for seat in range(3)
    }
    return match.resolve(done.match, bids)


def _placed(done: Done[Any]) -> Done[Any]:
    (seat,) = done.match.game.awaiting(done.match.state)
    action = done.match.game.parse(done.match.state, seat, "worker c4")
    return match.play(done.match, seat, action, submission=7)


DEALT = _dealt()
AFTER = _placed(_resolved(DEALT))
UNDONE = match.undo(AFTER.match, AFTER.entry.public["seat"], submission=8)
SEAT: int = AFTER.entry.public["seat"]
ACTION = codec.write(
    DEALT.match.game.action_type, DEALT.match.game.parse(DEALT.match.state, 0, WORDS)
)


def sight(seat: int | None) -> looking.Sight:
    return _table(DEALT, seat)


def _table(done: Done[Any], seat: int | None) -> looking.Sight:
    row = _row(done)
    return looking.of_row(row, done.match, seat, standing.now(row, done.match, seat, DUE))


RECEIPT = _receipt(DEALT)
LINE = looking.fresh_line(AFTER, AT, SEAT)
TABLE = _table(AFTER, SEAT)
UNDONE_LINE = looking.fresh_line(UNDONE, AT, SEAT)
UNDONE_TABLE = _table(UNDONE, SEAT)
