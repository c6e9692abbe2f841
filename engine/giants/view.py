"""What a seat, or a stranger, may see. What is hidden has no place here, not even as a zero."""

from dataclasses import dataclass, replace

from engine.game import Outcome, Seat
from engine.giants import ruleset
from engine.giants.board import Island
from engine.giants.ending import outcome
from engine.giants.rounds import awaiting
from engine.giants.state import (
    Base,
    Clan,
    Crew,
    Crowd,
    Glimpse,
    ItemSize,
    MoaiSize,
    Offer,
    Options,
    Plan,
    Stage,
    State,
)
from engine.hexes import Hex


@dataclass(frozen=True, slots=True)
class ClanView:
    """What all see of a seat."""

    seat: Seat
    colour: str
    score: int
    halves: int
    passed: bool
    front: Crowd
    front_markers: int


@dataclass(frozen=True, slots=True)
class ItemView:
    """A moai, or a headdress (size 0), on its way; in front of a screen it is nowhere yet."""

    size: ItemSize
    at: Hex | None
    holder: Seat | None
    marked: bool
    trail: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class BaseView:
    """A base on an ahu; the owner is named while it may be known."""

    ahu: str
    size: int  # 0: a reservation
    topped: bool
    owner: Seat | None


@dataclass(frozen=True, slots=True)
class OfferView:
    """A bid that lies open."""

    seat: Seat
    markers: int
    sculptors: Crowd
    left: int
    done: bool


@dataclass(frozen=True, slots=True)
class AuctionView:
    """The open auction: bids in the order of choice."""

    offers: tuple[OfferView, ...]


@dataclass(frozen=True, slots=True)
class Reserve:
    """What is behind the viewer's own screen."""

    figures: Crowd
    markers: int
    logs: int
    bases: int
    plan: Plan | None


@dataclass(frozen=True, slots=True)
class View:
    """The table from one place at it."""

    seat: Seat | None
    options: Options
    stage: Stage
    round: int
    first: Seat
    turn: Seat | None
    awaiting: tuple[Seat, ...]
    clans: tuple[ClanView, ...]
    box: tuple[int, int, int]
    headdresses: int
    halves: int
    logs: int
    dice: tuple[int, ...]
    quarry: tuple[MoaiSize, ...]
    auction: AuctionView | None
    cut: tuple[Hex, ...]
    crews: tuple[Crew, ...]
    items: tuple[ItemView, ...]
    bases: tuple[BaseView, ...]
    mine: Reserve | None
    outcome: Outcome | None
    rules: ruleset.Rules


def view(island: Island, state: State, seat: Seat | None) -> View:
    return View(
        seat=seat,
        options=state.options,
        stage=state.stage,
        round=state.round,
        first=state.first,
        turn=state.turn,
        awaiting=tuple(sorted(awaiting(state))),
        clans=tuple(_clan(number, clan) for number, clan in enumerate(state.clans)),
        box=state.box,
        headdresses=state.headdresses,
        halves=state.halves,
        logs=state.logs,
        dice=state.dice,
        quarry=state.quarry,
        auction=_auction(state),
        cut=state.cut,
        crews=state.crews,
        items=tuple(ItemView(*item) for item in state.items),
        bases=tuple(sorted((_base(state, base, seat) for base in state.bases), key=_by_ahu)),
        mine=None if seat is None else _reserve(state, seat),
        outcome=outcome(island, state),
        rules=state.rules,
    )


def _clan(seat: Seat, clan: Clan) -> ClanView:
    colour = ruleset.COLOURS[seat]
    return ClanView(
        seat, colour, clan.score, clan.halves, clan.passed, clan.front, clan.front_markers
    )


def _auction(state: State) -> AuctionView | None:
    if state.auction is None:
        return None
    offers = state.auction.offers
    return AuctionView(tuple(_offer(seat, offers[seat]) for seat in state.auction.order))


def _offer(seat: Seat, offer: Offer) -> OfferView:
    return OfferView(seat, offer.markers, offer.sculptors, offer.left, offer.done)


def _reserve(state: State, seat: Seat) -> Reserve:
    clan = state.clans[seat]
    plan = state.auction.offers[seat].plan if state.auction else None
    return Reserve(clan.figures, clan.markers, clan.logs, clan.bases, plan)


# --- bases under moai


def _base(state: State, base: Base, seat: Seat | None) -> BaseView:
    known = owner_told(state, base.round) or base.size == 0
    glimpsed = seat is not None and Glimpse(seat, base.ahu) in state.glimpses
    return BaseView(base.ahu, base.size, base.topped, base.owner if known or glimpsed else None)


def owner_told(state: State, erected_in: int) -> bool:
    """G18: until phase 2 of the next round closes, at the end, and always by option."""
    if state.options.open_bases or state.stage == "over" or erected_in == state.round:
        return True
    return erected_in == state.round - 1 and state.stage in ("bidding", "picking")


def _by_ahu(base: BaseView) -> str:
    return base.ahu


def review(present: View, earlier: View) -> View:
    """G18: an earlier round's table no longer shows the owners that the newest does not show."""
    known = {base.ahu: base.owner for base in present.bases}
    veiled = (
        replace(base, owner=None) if base.size and known.get(base.ahu, base.owner) is None else base
        for base in earlier.bases
    )
    return replace(earlier, bases=tuple(veiled))
