"""Phase 2: sealed bids, the order of choice, and the picks."""

from collections.abc import Mapping

from engine.changing import replace
from engine.errors import Illegal, Malformed
from engine.game import Seat, Tagged
from engine.giants import ruleset
from engine.giants.actions import Bid, Decline, Take
from engine.giants.events import BidOpened, Declined, LeftOver, Took
from engine.giants.state import (
    Auction,
    Crowd,
    Item,
    MoaiSize,
    Offer,
    Plan,
    PlannedPick,
    State,
    sorted_items,
    with_clan,
)


def sculptors(bid: Bid) -> Crowd:
    return Crowd(bid.workers, bid.sorcerer, bid.chief)


def check_bid(state: State, seat: Seat, bid: Bid) -> None:
    """A bid of nothing is a bid, and markers alone are allowed (G4)."""
    if bid.plan is not None and _longest(bid.plan) > ruleset.MOST_PLANNED:
        raise Malformed("long_plan", most=ruleset.MOST_PLANNED)
    clan = state.clans[seat]
    if bid.markers > clan.markers:
        raise Illegal("bid_markers", bid=bid.markers, held=clan.markers)
    if bid.workers > clan.figures.workers:
        raise Illegal("bid_workers", bid=bid.workers, held=clan.figures.workers)
    if not clan.figures.holds(sculptors(bid)):
        missing = "chief" if bid.chief and not clan.figures.chief else "sorcerer"
        raise Illegal("no_figure", figure=missing)


def _longest(plan: Plan) -> int:
    return max(len(plan), *(len(entry) for entry in plan), 0)


def open_bids(state: State, bids: Mapping[Seat, Bid], events: list[Tagged]) -> State:
    """All bids go in front of the screens, used or not, until phase 5."""
    for seat, bid in bids.items():
        events.append(BidOpened(seat, bid.markers, sculptors(bid).worth))
        state = _lay_bid(state, seat, bid)
    offers = tuple(
        Offer(bid.markers, sculptors(bid), bid.plan, sculptors(bid).worth)
        for _, bid in sorted(bids.items())
    )
    auction = Auction(offers, order_of_choice(state, offers))
    return replace(state, stage="picking", auction=auction)


def _lay_bid(state: State, seat: Seat, bid: Bid) -> State:
    clan = state.clans[seat]
    return with_clan(
        state,
        seat,
        figures=clan.figures.minus(sculptors(bid)),
        markers=clan.markers - bid.markers,
        front=sculptors(bid),
        front_markers=bid.markers,
    )


def order_of_choice(state: State, offers: tuple[Offer, ...]) -> tuple[Seat, ...]:
    """More markers; then more half-tablets as the bids open; then turn order."""
    in_turn = state.clockwise(state.first)
    return tuple(
        sorted(in_turn, key=lambda seat: (-offers[seat].markers, -state.clans[seat].halves))
    )


# --- picks


def affordable(state: State, seat: Seat) -> tuple[MoaiSize, ...]:
    """The sizes in the quarry that this seat can still pay, the largest first (G1: one pool)."""
    left = _open(state).offers[seat].left
    return tuple(sorted({size for size in state.quarry if size <= left}, reverse=True))


def advance(state: State, events: list[Tagged]) -> State:
    """Let plans pick until someone must be asked or nobody can pick any more."""
    while (seat := _next_chooser(state)) is not None:
        state = _at(state, seat)
        pick = _foreseen(state, seat)
        if pick is None:
            return replace(state, turn=seat)
        state = choose(state, seat, pick, events)
    return _close(state, events)


def _next_chooser(state: State) -> Seat | None:
    """The next in the order who can pay, going round again while moai are left."""
    auction = _open(state)
    round_order = auction.order[auction.next :] + auction.order[: auction.next]
    return next(
        (s for s in round_order if not auction.offers[s].done and affordable(state, s)), None
    )


def _at(state: State, seat: Seat) -> State:
    auction = _open(state)
    return replace(state, auction=replace(auction, next=auction.order.index(seat)))


def _foreseen(state: State, seat: Seat) -> PlannedPick | None:
    """What the seat laid down for this pick (G5), or nothing: then it is asked."""
    offer, sizes = _open(state).offers[seat], affordable(state, seat)
    if offer.plan is None:
        return sizes[0] if state.options.auto_pick and len(sizes) == 1 else None
    if offer.picks >= len(offer.plan):
        return None
    ranked = offer.plan[offer.picks]
    return next((pick for pick in ranked if pick == "decline" or pick in sizes), None)


def choose(state: State, seat: Seat, pick: PlannedPick, events: list[Tagged]) -> State:
    """Take or decline; the next in the order follows."""
    if pick == "decline":
        events.append(Declined(seat))
        return _stepped(state, seat, done=True)
    events.append(Took(seat, pick))
    quarry = list(state.quarry)
    quarry.remove(pick)
    items = sorted_items((*state.items, Item(pick, None, seat)))
    state = replace(state, quarry=tuple(quarry), items=items)
    offer = _open(state).offers[seat]
    return _stepped(state, seat, left=offer.left - pick, picks=offer.picks + 1)


def _stepped(state: State, seat: Seat, **changes: int) -> State:
    auction = _open(state)
    offers = list(auction.offers)
    offers[seat] = replace(offers[seat], **changes)  # type: ignore[arg-type] # done is a bool, an int too
    follower = (auction.next + 1) % len(auction.order)
    return replace(state, auction=replace(auction, offers=tuple(offers), next=follower))


def _close(state: State, events: list[Tagged]) -> State:
    """A moai nobody takes leaves the game, or goes back into the box by option (G2)."""
    box = state.box
    returned = state.options.leftover_moai == "return"
    if state.quarry:
        events.append(LeftOver(state.quarry, returned))
    if returned:
        one, two, three = (box[size - 1] + state.quarry.count(size) for size in (1, 2, 3))
        box = (one, two, three)
    return replace(state, quarry=(), box=box, auction=None, turn=None)


def check_pick(state: State, seat: Seat, action: Take | Decline) -> None:
    if isinstance(action, Decline):
        return
    if action.size not in state.quarry:
        raise Illegal("not_in_quarry", size=action.size, quarry=state.quarry)
    left = _open(state).offers[seat].left
    if action.size > left:
        raise Illegal("too_few_sculptors", size=action.size, left=left)


def _open(state: State) -> Auction:
    assert state.auction is not None  # noqa: S101 - only an open auction has picks
    return state.auction
