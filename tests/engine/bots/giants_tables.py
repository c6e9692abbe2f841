"""Matches of Giants between bots, without a log, and tables that differ only in what is hidden."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from engine.chance import Luck, mix
from engine.game import Bot, Outcome, Seat, Setup, Value
from engine.giants import Giants
from engine.giants.actions import Action
from engine.giants.state import Base, Clan, Crowd, State
from engine.options import agreed

GAME = Giants()


class Played(NamedTuple):
    """A finished match: each state in which somebody acted, who did what, and the end."""

    states: tuple[State, ...]
    actions: tuple[dict[Seat, Action], ...]
    outcome: Outcome
    rounds: int


def played(bots: Sequence[Bot], number: int, **options: Value) -> Played:
    """One match, known by its number; every action goes through the rules."""
    pick = Random(number).randrange  # noqa: S311 - the dice of a test
    setup = agreed(GAME.meta, Setup(len(bots), options))
    state = GAME.deal(setup, Luck(mix(number.to_bytes(8, "big"), ()), "bots")).state
    states, actions = list[State](), list[dict[Seat, Action]]()
    while (outcome := GAME.outcome(state)) is None:
        seats = sorted(GAME.awaiting(state))
        chosen = {s: bots[s](GAME.view(state, s), GAME.choices(state, s), pick) for s in seats}
        states.append(state)
        actions.append(chosen)
        if GAME.sealed(state):
            state = GAME.resolve(state, chosen).state
        else:
            state = GAME.play(state, seats[0], chosen[seats[0]]).state
    return Played(tuple(states), tuple(actions), outcome, state.round)


# --- what is hidden


def otherwise(state: State, seat: Seat) -> Iterator[State]:
    """The same table to this seat: other luck, other screens and receptacles, other owners."""
    yield replace(state, luck=Luck(b"another key", "another match", 77))
    yield replace(state, clans=tuple(_other_clans(state, seat)))
    yield replace(state, bases=tuple(_others_bases(state, seat)))
    if state.auction:
        offers = tuple(
            offer if s == seat else replace(offer, plan=((3, "decline"),))
            for s, offer in enumerate(state.auction.offers)
        )
        yield replace(state, auction=replace(state.auction, offers=offers))


def _other_clans(state: State, seat: Seat) -> Iterator[Clan]:
    for number, clan in enumerate(state.clans):
        yield clan if number == seat else _other_clan(clan)


def _other_clan(clan: Clan) -> Clan:
    figures = clan.figures
    return replace(
        clan,
        figures=Crowd(5 - figures.workers, not figures.sorcerer, not figures.chief),
        markers=clan.markers + 1,
        logs=clan.logs + 3,
        bases=clan.bases + 1,
        spare_workers=0,
        spare_markers=0,
    )


def _others_bases(state: State, seat: Seat) -> Iterator[Base]:
    """G18: nobody's moai is known once its round is over, one's own neither."""
    shown = {base.ahu: base.owner for base in GAME.view(state, seat).bases}
    for base in state.bases:
        hidden = shown[base.ahu] is None
        yield replace(base, owner=(base.owner + 1) % len(state.clans)) if hidden else base
