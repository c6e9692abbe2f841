"""Items on their way: where they are, who may handle them, and which one is meant."""

from engine.errors import Ambiguous, Illegal
from engine.game import Seat
from engine.giants.actions import Which
from engine.giants.board import Island
from engine.giants.state import HEADDRESS, Item, State
from engine.hexes import Hex


def quarry_of(island: Island, size: int) -> Hex:
    return island.sites["headdress-quarry" if size == HEADDRESS else "moai-quarry"]


def place_of(island: Island, item: Item) -> Hex:
    """Where an item starts: what is in front of a screen starts on its quarry."""
    return quarry_of(island, item.size) if item.at is None else item.at


def abandoned(item: Item) -> bool:
    return item.holder is None


def may_handle(item: Item, seat: Seat) -> bool:
    """One's own, or what an earlier round left on the board unmarked."""
    return item.holder is None or item.holder == seat


def handled(state: State, seat: Seat) -> list[Item]:
    """What the seat may handle, equal items once."""
    return list(dict.fromkeys(item for item in state.items if may_handle(item, seat)))


def find(island: Island, state: State, seat: Seat, which: Which) -> Item:
    """The one item that is meant, or a refusal that says why there is none or more than one."""
    alike = [item for item in state.items if _fits(item, which, seat)]
    mine = list(dict.fromkeys(item for item in alike if may_handle(item, seat)))
    if len(mine) == 1:
        return mine[0]
    if mine:
        raise Ambiguous("several_items", size=which.size, candidates=_traits(island, mine))
    place = "front" if which.at is None else island.labels.get(which.at, "?")
    if not alike:
        raise Illegal("no_such_item", size=which.size, place=place)
    code = "marked_by_other" if alike[0].marked else "moved_by_other"
    raise Illegal(code, size=which.size, place=place, holder=alike[0].holder or 0)


def _fits(item: Item, which: Which, seat: Seat) -> bool:
    return (
        item.size == which.size
        and item.at == which.at
        and (item.at is not None or item.holder == seat)
        and which.marked in (None, item.marked)
        and which.trail in (None, item.trail)
    )


def _traits(island: Island, items: list[Item]) -> tuple[str, ...]:
    """What tells items of one size on one hex apart."""
    return tuple(
        ("marked" if item.marked else "unmarked")
        + "".join(f" {island.label(place)}" for place in item.trail)
        for item in items
    )


def name(item: Item, others: list[Item]) -> Which:
    """The shortest name that fits this item alone among those the seat may handle."""
    alike = [other for other in others if (other.size, other.at) == (item.size, item.at)]
    if len(alike) == 1:
        return Which(item.size, item.at)
    if sum(other.marked == item.marked for other in alike) == 1:
        return Which(item.size, item.at, item.marked)
    return Which(item.size, item.at, item.marked, item.trail)
