"""The steps of both games that the gallery shows, and what a bot would fill in there."""

from functools import singledispatch
from random import Random
from typing import Any

from engine.giants.actions import Move, Place
from engine.rapanui import actions as cards
from service import table
from service.store.database import reading
from service.store.matches import Match
from tests.gallery import world
from tests.gallery.scene import Fields
from tests.gallery.world import Position
from tests.parts import letter_scenes
from tests.parts.letter_scenes import Chosen
from tests.service import giants_drafts

LATE = 3  # rounds: something stands by then
FAR = 2  # hexes


def over(_: Any, chosen: Chosen) -> bool:
    return not chosen


def _at(stage: str, least: int = 1) -> Any:
    """A step of Giants in a round that is not before this one."""
    return lambda state, _: state.stage == stage and state.round >= least


def _placing(state: Any, chosen: Chosen) -> bool:
    acts = chosen.values()
    return state.round >= LATE and any(isinstance(one, Place) and one.power for one in acts)


def _moving(state: Any, chosen: Chosen) -> bool:
    acts = chosen.values()
    return state.round >= LATE and any(isinstance(o, Move) and len(o.path) >= FAR for o in acts)


def _step(stage: str, least: int = 10) -> Any:
    """A step of Rapa Nui, once villages have grown."""
    return lambda state, _: state.stage == stage and _grown(state) >= least


def _grown(state: Any) -> int:
    return sum(sum(tribe.village) for tribe in state.tribes)


POSITIONS = (
    Position("giants-bid", "giants", _at("bidding", LATE)),
    Position("giants-pick", "giants", _at("picking"), planned=False),
    Position("giants-place", "giants", _placing),
    Position("giants-move", "giants", _moving),
    Position("giants-recall", "giants", _at("recall"), luck=4),
    Position("giants-finished", "giants", over),
    Position("rapa-nui-play", "rapa-nui", _step("play", 20)),
    Position("rapa-nui-sacrifice", "rapa-nui", _step("sacrifice")),
    Position("rapa-nui-lay", "rapa-nui", _step("lay")),
    Position("rapa-nui-draw", "rapa-nui", _step("draw")),
    Position("rapa-nui-claim", "rapa-nui", _step("claim")),
    Position("rapa-nui-take", "rapa-nui", _step("substitute"), luck=18),
    Position("rapa-nui-finished", "rapa-nui", over),
)
STEPS = tuple(one.name for one in POSITIONS if one.stands is not over)


# --- at the table


def row_of(name: str) -> Match:
    with reading() as session:
        row = session.get_one(Match, world.called(name))
        session.expunge_all()
        return row


def draft(name: str) -> Fields:
    """The form of the first awaited seat as a bot would fill it in."""
    row = row_of(name)
    luck = Random(1)  # noqa: S311  # a scene, no secret
    action = letter_scenes.chosen(row, luck)[row.awaited[0]]
    if row.game == "giants":
        return giants_drafts.drafted(table.load(row).state, action)
    return _drafted(action)


@singledispatch
def _drafted(action: Any) -> Fields:
    raise TypeError(f"no form is known for {action}")


@_drafted.register
def _(action: cards.Play) -> Fields:
    return {"way": "turn", "buy": action.buy or "none", "play": f"{action.card}:{action.count}"}


@_drafted.register
def _(action: cards.Sacrifice) -> Fields:
    return {"way": "sacrifice", "good": action.good}


@_drafted.register
def _(action: cards.Lay) -> Fields:
    return {"way": "lay", "good": action.good or "none", "add": action.add or "none"}


@_drafted.register
def _(action: cards.Draw) -> Fields:
    return {"way": "draw", "column": str(action.column)}


@_drafted.register
def _(action: cards.Claim) -> Fields:
    return {"way": "claim", "gain": action.gain}


@_drafted.register
def _(action: cards.Take) -> Fields:
    return {"way": "take", "good": action.good}
