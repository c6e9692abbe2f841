"""Drives any game: who may act, what it leads to, and the entry that records it.

A match is a value. Every function here gives what was done: the match after it, its entry, and
what is to be told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from engine import codec, record, sealing
from engine.chance import Luck, commitment, mix
from engine.errors import Illegal, Malformed, MatchOver, OutOfTurn
from engine.game import Fortunate, Game, Seat, Setup, Step, Tagged
from engine.options import agreed
from engine.record import By, Entry, Holder
from engine.sealing import Sealed

State = TypeVar("State", bound=Fortunate)


@dataclass(frozen=True, slots=True)
class Back(Generic[State]):
    """A step at the end of the log that nobody has answered, and the state before it.

    There is no way back to a state from before luck, or a secret told to one seat, was seen.
    """

    entry: int
    seat: Seat
    before: State | None


@dataclass(frozen=True, slots=True)
class Match(Generic[State]):
    """One playing of a game: its state, and where its log stands.

    `back` has the steps that can still be taken back, the last at the end. A snapshot does not
    keep it; a replay finds it again.
    """

    game: Game[State, Any]
    id: str
    seats: int
    state: State
    turn: int  # what clients quote: grows with each open action, resolution and undo
    number: int  # of the last entry
    head: str  # its hash
    back: tuple[Back[State], ...] = ()


@dataclass(frozen=True, slots=True)
class Done(Generic[State]):
    """What one call led to."""

    match: Match[State]
    entry: Entry
    events: tuple[Tagged, ...] = ()
    told: tuple[tuple[Seat, Tagged], ...] = ()
    final: bool = False


# --- the start


def start(
    game: Game[State, Any], match_id: str, setup: Setup, seed: bytes, nonces: Sequence[bytes] = ()
) -> Done[State]:
    """Deal a match: the seed was committed to before any nonce was known."""
    setup = agreed(game.meta, setup)
    given = tuple(nonces) or (b"",) * setup.seats
    if len(given) != setup.seats:
        raise Malformed("wrong_nonces", seats=setup.seats, given=len(given))
    step = game.deal(setup, Luck(mix(seed, given), match_id))
    empty = Match(game, match_id, setup.seats, step.state, 0, 0, record.START)
    terms = _terms(game, match_id, setup, seed)
    return _enter(empty, step, "deal", terms | {"nonces": [nonce.hex() for nonce in given]})


def _terms(game: Game[State, Any], match_id: str, setup: Setup, seed: bytes) -> dict[str, Any]:
    return {
        "format": record.FORMAT,
        "game": game.meta.slug,
        "rules": setup.rules,
        "match": match_id,
        "seats": setup.seats,
        "options": dict(setup.options),
        "seed_hash": commitment(seed),
    }


# --- acting


def play(
    match: Match[State],
    seat: Seat,
    action: Any,
    by: By = "person",
    submission: int | None = None,
    key: bytes | None = None,
) -> Done[State]:
    """An open action in turn, or an aside at any time while the match runs."""
    aside = match.game.aside(action)
    demand_running(match)
    demand_seat(match, seat)
    if not aside:
        demand_awaited(match, seat, sealed=False)
    _demand_default(match, seat, action, by)
    step = match.game.play(match.state, seat, action)
    kind: record.Kind = "peek" if aside else "default" if by == "default" else "play"
    shown, hidden = codec.split(action)
    facts: dict[str, Any] = {"seat": seat, "by": by, "submission": submission, "action": shown}
    facts |= record.signed(key)
    back = _back(match, seat, step) if kind == "play" else ()
    return _enter(match, step, kind, facts, {"action": hidden}, turns=not aside, back=back)


def check(match: Match[State], seat: Seat, action: Any) -> None:
    """Refuse what could not be played, or sealed, by this seat now."""
    demand_running(match)
    demand_seat(match, seat)
    if not match.game.aside(action):
        demand_awaited(match, seat)
    match.game.check(match.state, seat, action)


def default(match: Match[State], seat: Seat) -> Done[State]:
    """What an absent seat does at the deadline of an open turn."""
    demand_running(match)
    demand_seat(match, seat)
    demand_awaited(match, seat, sealed=False)
    return play(match, seat, match.game.default(match.state, seat), by="default")


def resolve(match: Match[State], sealed: Mapping[Seat, Sealed]) -> Done[State]:
    """Open the sealed actions of all the awaited seats together."""
    demand_running(match)
    awaited = match.game.awaiting(match.state)
    if not match.game.sealed(match.state):
        raise Illegal("not_sealed")
    if missing := tuple(sorted(awaited - sealed.keys())):
        raise Illegal("not_all_in", missing=missing)
    if strangers := tuple(sorted(sealed.keys() - awaited)):
        raise OutOfTurn("out_of_turn", awaited=tuple(sorted(awaited)), seat=strangers[0])
    for seat in sorted(sealed):
        _demand_default(match, seat, sealed[seat].action, sealed[seat].by)
        match.game.check(match.state, seat, sealed[seat].action)
    step = match.game.resolve(match.state, {seat: sealed[seat].action for seat in sorted(sealed)})
    phase = match.game.phase(match.state)
    opened = [sealing.opened(match.id, phase, seat, sealed[seat]) for seat in sorted(sealed)]
    facts = {"phase": str(phase), "actions": [shown for shown, _ in opened]}
    return _enter(
        match, step, "resolve", facts, {"actions": [hidden for _, hidden in opened]}, turns=True
    )


def commitments(match: Match[State], seat: Seat, sealed: Sealed) -> tuple[str, str]:
    """What is published when a sealed action is in: one for the action, one for its hidden part."""
    return sealing.commitments(match.id, match.game.phase(match.state), seat, sealed)


def seal(match: Match[State], seat: Seat, action: Any, by: By = "person") -> Sealed:
    """A sealed action with salts from the match's own luck, for tables without a service."""
    luck = match.state.luck
    return Sealed(
        action, by, luck.salt(f"action {seat}", match.turn), luck.salt(f"hidden {seat}", match.turn)
    )


# --- entries that are no action


def reseat(match: Match[State], seat: Seat, holder: Holder) -> Done[State]:
    """A seat changes hands; the log says to a person or a bot, never to whom."""
    demand_running(match)
    demand_seat(match, seat)
    return _enter(match, Step(match.state), "seat", {"seat": seat, "holder": holder})


def sign_with(
    match: Match[State], seat: Seat, keys: Sequence[bytes], *, signed_only: bool
) -> Done[State]:
    """What a seat signs with from here on. It tells nothing of the game, and bars no undo."""
    demand_running(match)
    demand_seat(match, seat)
    facts = {"seat": seat, "keys": [key.hex() for key in keys], "signed_only": signed_only}
    return _enter(match, Step(match.state), "keys", facts, back=match.back)


def undo(
    match: Match[State],
    seat: Seat,
    by: By = "person",
    submission: int | None = None,
    key: bytes | None = None,
) -> Done[State]:
    """Take back the seat's own last step, while nobody else has acted and nothing came to light.

    Sealed actions are outside the log: whoever keeps them must refuse an undo once one is in.
    """
    demand_running(match)
    if not match.back or match.back[-1].seat != seat:
        raise Illegal("nothing_to_undo")
    *rest, last = match.back
    if last.before is None:
        raise Illegal("final_step")
    facts: dict[str, Any] = {
        "seat": seat,
        "by": by,
        "submission": submission,
        "undoes": last.entry,
    }
    facts |= record.signed(key)
    return _enter(match, Step(last.before), "undo", facts, turns=True, back=tuple(rest))


def _back(match: Match[State], seat: Seat, step: Step[State]) -> tuple[Back[State], ...]:
    """What can be taken back once this step is in the log."""
    number = match.number + 1
    if step.final or step.told or step.state.luck.made:
        return (Back(number, seat, None),)
    own = match.back if match.back and match.back[-1].seat == seat else ()
    return (*own, Back(number, seat, match.state))


# --- demands


def demand_running(match: Match[State]) -> None:
    if match.game.outcome(match.state) is not None:
        raise MatchOver("match_over")


def demand_seat(match: Match[State], seat: Seat) -> None:
    if not 0 <= seat < match.seats:
        raise Malformed("no_such_seat", seat=seat, seats=match.seats)


def demand_awaited(match: Match[State], seat: Seat, *, sealed: bool | None = None) -> None:
    awaited = match.game.awaiting(match.state)
    if seat not in awaited:
        raise OutOfTurn("out_of_turn", awaited=tuple(sorted(awaited)), seat=seat)
    if sealed is False and match.game.sealed(match.state):
        raise Illegal("sealed_now")


def _demand_default(match: Match[State], seat: Seat, action: Any, by: By) -> None:
    """Only what the rules lay down for an absent seat is done in its name."""
    if by != "default":
        return
    if match.game.aside(action) or action != match.game.default(match.state, seat):
        raise Illegal("not_the_default", seat=seat)


# --- the log


def _enter(
    match: Match[State],
    step: Step[State],
    kind: record.Kind,
    facts: dict[str, Any],
    secrets: dict[str, Any] | None = None,
    *,
    turns: bool = False,
    back: tuple[Back[State], ...] = (),
) -> Done[State]:
    luck, number = step.state.luck, match.number + 1
    turn = match.turn + turns
    public = {"number": number, "kind": kind, "turn": turn, "previous": match.head} | facts
    public["draws"] = record.drawn(luck.made, hidden=False)
    private = (secrets or {}) | {"draws": record.drawn(luck.made, hidden=True), "told": _told(step)}
    entry = record.link(public, private, luck.salt("entry", number))
    state = replace(step.state, luck=luck.settled()) if luck.made else step.state  # type: ignore[type-var] # states are dataclasses, which no Protocol can say
    after = Match(match.game, match.id, match.seats, state, turn, number, entry.hash, back)
    return Done(after, entry, step.events, step.told, step.final)


def _told(step: Step[State]) -> list[dict[str, Any]]:
    return [{"seat": seat, "event": codec.write(type(event), event)} for seat, event in step.told]
