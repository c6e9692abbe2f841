"""What holds for every game in every state, tried on random matches; each game's tests call it.

LAWS = Laws(GAME, conserve=pieces, hide=otherwise)

@pytest.mark.parametrize("number", range(times(100)))
def test_a_random_match_breaks_no_law(number: int) -> None:
    obey(LAWS, Setup(3), number)
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine import codec, match
from engine.canonical import canonical, loads
from engine.errors import Illegal, Refusal
from engine.game import Episode, Game, Seat, Setup, Tagged
from engine.match import Done, Match
from engine.record import Entry, export
from engine.replay import replay
from engine.sealing import Sealed
from engine.verify import verify
from engine.words import facts, tell


@dataclass(frozen=True, slots=True)
class Laws:
    """A game, what its tests know of it, and how much is tried."""

    game: Game[Any, Any]
    # Gives the same value for every state of a match: its pieces by colour and kind, say.
    conserve: Callable[[Any], object]
    # Gives a state that differs from this one only in what is hidden from the seat (or a stranger).
    hide: Callable[[Any, Seat | None], Any]
    bound: int = 5000  # a match has fewer steps
    share: int = 1  # costly laws are tried on one state in so many
    listed: int = 100  # of one state's choices, so many are tried
    # What chooses a seat's action from its choices: `sample` unless the tests say otherwise.
    choose: Callable[[Any, Any], Any] = lambda choices, pick: choices.sample(pick)


@dataclass(slots=True)
class Walk:
    """One random match on its way."""

    laws: Laws
    dice: Random
    seed: bytes
    entries: list[Entry] = field(default_factory=list)
    story: list[Episode] = field(default_factory=list)
    stale: list[tuple[Seat, Any]] = field(default_factory=list)  # actions from earlier states

    def chance(self, one_in: int) -> bool:
        return self.dice.randrange(one_in) == 0


@dataclass(frozen=True, slots=True)
class Played:
    """A finished random match with its log."""

    match: Match[Any]
    seed: bytes
    entries: tuple[Entry, ...]


def obey(laws: Laws, setup: Setup, number: int) -> Played:
    """Play one random match, known by its number, and try every law on it."""
    seed = hashlib.sha256(f"law {number}".encode()).digest()
    walk = Walk(laws, Random(number), seed)  # noqa: S311 - the dice of a test
    nonces = [walk.dice.randbytes(4) for _ in range(setup.seats)]
    done: Done[Any] = match.start(laws.game, f"law-{number}", setup, seed, nonces)
    whole = laws.conserve(done.match.state)
    _heard(walk, done)
    while laws.game.outcome(done.match.state) is None:
        if walk.chance(laws.share):
            keeps_the_laws(walk, done.match)
        done = _advanced(walk, done.match)
        _heard(walk, done)
        assert laws.conserve(done.match.state) == whole
        assert len(walk.entries) <= laws.bound, "the match does not end"
    keeps_the_end(walk, done.match)
    return Played(done.match, seed, tuple(walk.entries))


# --- a random match


def _advanced(walk: Walk, now: Match[Any]) -> Done[Any]:
    game, state = walk.laws.game, now.state
    somebody = walk.dice.randrange(now.seats)
    if walk.chance(16) and (asides := game.asides(state, somebody)):
        return match.play(now, somebody, walk.dice.choice(asides), by="bot")
    if walk.chance(60):
        return match.reseat(now, somebody, "bot")
    if walk.chance(16) and now.back:
        return _taken_back(now) or _acted(walk, now)
    return _acted(walk, now)


def _taken_back(now: Match[Any]) -> Done[Any] | None:
    """An undo gives the state before, to the byte, or is refused for what was seen since."""
    last = now.back[-1]
    if last.before is None:
        with pytest.raises(Illegal, match="final_step"):
            match.undo(now, last.seat, by="bot")
        return None
    done = match.undo(now, last.seat, by="bot")
    assert done.match.state == last.before
    return done


def _acted(walk: Walk, now: Match[Any]) -> Done[Any]:
    game, state = walk.laws.game, now.state
    if game.sealed(state):
        return match.resolve(now, {seat: _sealed(walk, now, seat) for seat in _awaited(now)})
    seat = walk.dice.choice(_awaited(now))
    if walk.chance(16):
        return match.default(now, seat)
    action = _chosen(walk, now, seat)
    walk.stale.append((seat, action))
    return match.play(now, seat, action, by="bot")


def _sealed(walk: Walk, now: Match[Any], seat: Seat) -> Sealed:
    if walk.chance(16):
        return match.seal(now, seat, walk.laws.game.default(now.state, seat), by="default")
    action = _chosen(walk, now, seat)
    walk.stale.append((seat, action))
    return match.seal(now, seat, action, by="bot")


def _chosen(walk: Walk, now: Match[Any], seat: Seat) -> Any:
    return walk.laws.choose(walk.laws.game.choices(now.state, seat), walk.dice.randrange)


def _awaited(now: Match[Any]) -> list[Seat]:
    return sorted(now.game.awaiting(now.state))


def _heard(walk: Walk, done: Done[Any]) -> None:
    """Every event can be written, told in a sentence, and told again later."""
    walk.entries.append(done.entry)
    for event in (*done.events, *(event for _, event in done.told)):
        same_by_codec(walk.laws.game.event_type, event)
        seat = walk.dice.choice((None, *range(done.match.seats)))
        assert _sentence(done.match, seat, event)
    _told_again(walk, done)


def _told_again(walk: Walk, done: Done[Any]) -> None:
    public = done.entry.public
    number, undoes = done.entry.number, public.get("undoes")
    walk.story.append(
        Episode(number, number, public["kind"], public.get("seat"), done.events, undoes)
    )
    if number % 16 == 0:
        for again in walk.laws.game.retell(done.match.state, walk.story):
            for event in again.events:
                same_by_codec(walk.laws.game.event_type, event)


def _sentence(now: Match[Any], seat: Seat | None, event: Tagged) -> str:
    show = partial(now.game.show, now.game.view(now.state, seat))
    return tell(now.game.words, event.kind, facts(event), show)


# --- the laws of a state


def keeps_the_laws(walk: Walk, now: Match[Any]) -> None:
    """Everything that holds for one state of a match that still runs."""
    before = _bytes(now)
    _somebody_is_awaited(now)
    _is_read_back(now)
    for seat in _awaited(now):
        _choices_are_accepted(walk, now, seat)
        _accepted(now, seat, now.game.default(now.state, seat))
    for seat in range(now.seats):
        for action in now.game.asides(now.state, seat):
            _accepted(now, seat, action)
    _check_and_play_agree(walk, now)
    _hidden_things_do_not_show(walk, now)
    for seat in range(now.seats):
        _turns_ahead_can_be_imagined(walk, now, seat)
    for seat in _awaited(now):
        _what_is_done_unasked_is_legal(walk, now, seat)
    assert _bytes(now) == before, "a state was changed"


def _bytes(now: Match[Any]) -> bytes:
    return canonical(codec.write(now.game.state_type, now.state))


def _somebody_is_awaited(now: Match[Any]) -> None:
    awaited = _awaited(now)
    assert awaited
    assert set(awaited) <= set(range(now.seats))
    assert now.game.phase(now.state).name
    assert now.game.sealed(now.state) in (True, False)
    assert now.game.veils(now.state) in (True, False)


def same_by_codec(kind: Any, value: Any) -> None:
    """A value survives being written as JSON and read again, also through its text."""
    written = codec.write(kind, value)
    assert codec.read(kind, written) == value
    assert loads(canonical(written).decode()) == written


def _is_read_back(now: Match[Any]) -> None:
    game, state = now.game, now.state
    same_by_codec(game.state_type, state)
    for seat in (None, *range(now.seats)):
        view = game.view(state, seat)
        same_by_codec(game.view_type, view)
        assert game.sketch(view)
        text = canonical(codec.write(game.view_type, view)).decode()
        assert state.luck.key.hex() not in text, "a view holds the luck"


def _choices_are_accepted(walk: Walk, now: Match[Any], seat: Seat) -> None:
    choices = now.game.choices(now.state, seat)
    same_by_codec(now.game.choices_type, choices.facts())
    listed = list(islice(choices, walk.laws.listed))
    assert listed, "an awaited seat has no choice"
    for action in (*listed, choices.sample(walk.dice.randrange)):
        _accepted(now, seat, action)


def _accepted(now: Match[Any], seat: Seat, action: Any) -> None:
    """Check, play and notation take it, and nothing is lost on the way to JSON and back."""
    match.check(now, seat, action)
    same_by_codec(now.game.action_type, action)
    text = now.game.say(now.state, action)
    assert now.game.parse(now.state, seat, text) == action, text
    show = partial(now.game.show, now.game.view(now.state, seat))
    for caution in now.game.cautions(now.state, seat, action):
        assert tell(now.game.words, caution.code, caution.facts, show)
    if now.game.sealed(now.state) and not now.game.aside(action):
        _resolved(now, {seat: action})
    else:
        match.play(now, seat, action)


def _resolved(now: Match[Any], given: Mapping[Seat, Any]) -> None:
    """The given sealed actions together with the others' defaults."""
    actions = {
        seat: given[seat] if seat in given else now.game.default(now.state, seat)
        for seat in _awaited(now)
    }
    now.game.resolve(now.state, actions)


def _check_and_play_agree(walk: Walk, now: Match[Any]) -> None:
    """An action from an earlier state is refused by both, with one code, or by neither."""
    for seat, action in walk.dice.sample(walk.stale, min(5, len(walk.stale))):
        checked = _refusal(partial(match.check, now, seat, action))
        if now.game.sealed(now.state):
            continue
        played = _refusal(partial(match.play, now, seat, action))
        assert checked == played, action


def _refusal(attempt: Callable[[], object]) -> tuple[str, Mapping[str, Any]] | None:
    try:
        attempt()
    except Refusal as refusal:
        return refusal.code, refusal.facts
    return None


def _hidden_things_do_not_show(walk: Walk, now: Match[Any]) -> None:
    """Noninterference: view, choices and refusals hang on what the seat may see, and no more."""
    game, state = now.game, now.state
    for seat in (None, *range(now.seats)):
        other = walk.laws.hide(state, seat)
        assert game.view(other, seat) == game.view(state, seat)
        assert game.awaiting(other) == game.awaiting(state)
        if seat in game.awaiting(state):
            assert game.choices(other, seat).facts() == game.choices(state, seat).facts()
        if seat is not None:
            _refusals_are_the_same(walk, now, replace(now, state=other), seat)


def _refusals_are_the_same(walk: Walk, now: Match[Any], other: Match[Any], seat: Seat) -> None:
    for _, action in walk.stale[-5:]:
        here = _refusal(partial(match.check, now, seat, action))
        assert _refusal(partial(match.check, other, seat, action)) == here, action


# --- plans and preferences


def _turns_ahead_can_be_imagined(walk: Walk, now: Match[Any], seat: Seat) -> None:
    """What is imagined is an open turn of that seat, and tells it nothing that it cannot see."""
    game, state, other = now.game, now.state, walk.laws.hide(now.state, seat)
    assert game.ahead(other, seat) == game.ahead(state, seat)
    assert game.in_round(other, seat) == game.in_round(state, seat)
    assert set(game.in_round(state, seat)) <= set(game.ahead(state, seat))
    for phase in game.ahead(state, seat):
        supposed, alike = (game.supposing(one, seat, phase) for one in (state, other))
        assert (supposed is None) == (alike is None)
        if supposed is None:
            continue
        assert (game.phase(supposed), game.sealed(supposed)) == (phase, False)
        assert game.awaiting(supposed) == {seat}
        action = walk.laws.choose(game.choices(supposed, seat), walk.dice.randrange)
        assert game.suits(state, seat, action, phase)
        assert game.play(supposed, seat, action).events
        assert game.stake(supposed, seat, action) == game.stake(alike, seat, action)


def _what_is_done_unasked_is_legal(walk: Walk, now: Match[Any], seat: Seat) -> None:
    game, state = now.game, now.state
    if (passed := game.passing(state, seat)) is not None:
        _accepted(now, seat, passed)
    if (only := game.forced(state, seat)) is not None:
        assert list(islice(game.choices(state, seat), 2)) == [only]
        _accepted(now, seat, only)
    for viewer in (None, *range(now.seats)):
        # Which it is may be hidden; that there is but one may not be: doing it would tell.
        other = walk.laws.hide(state, viewer)
        assert (game.forced(other, seat) is None) == (only is None)
    _preferences_are_legal(walk, now, seat)


def _preferences_are_legal(walk: Walk, now: Match[Any], seat: Seat) -> None:
    game, state = now.game, now.state
    other = walk.laws.hide(state, seat)
    offered = game.meta.preferences
    usual = {option.name: option.default for option in offered}
    assert game.preferred(state, seat, usual) is None
    for option in offered:
        for value in option.choices or (True, False):
            wanted = usual | {option.name: value}
            action = game.preferred(state, seat, wanted)
            assert game.preferred(other, seat, wanted) == action
            if action is not None:
                _accepted(now, seat, action)


# --- the laws of a whole match


def keeps_the_end(walk: Walk, now: Match[Any]) -> None:
    """The outcome is sound, nobody is awaited, and the log gives the same match again."""
    game, state = now.game, now.state
    outcome = game.outcome(state)
    assert outcome is not None
    assert not game.awaiting(state)
    assert outcome.winners
    assert len(outcome.totals) == len(outcome.lines) == now.seats
    assert list(outcome.totals) == [sum(line.points for line in each) for each in outcome.lines]
    _is_read_back(now)
    *_, last = replay(game, walk.seed, walk.entries)
    assert (last.match.state, last.match.head, last.match.turn) == (state, now.head, now.turn)
    report = verify(export(walk.entries, walk.seed, outcome), game)
    assert report.fault is None, report.fault
    assert report.finished
    _luck_and_salts_are_apart(walk)


def _luck_and_salts_are_apart(walk: Walk) -> None:
    """A draw whose purpose began like a salt's would be told by the salt."""
    for entry in walk.entries:
        for draw in (*entry.public["draws"], *entry.private["draws"]):
            assert not draw["purpose"].startswith("salt:")
