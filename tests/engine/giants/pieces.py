"""What holds of every table of Giants: its pieces, and what a seat cannot know."""

from collections import Counter
from dataclasses import replace
from typing import Any

from engine.chance import Luck
from engine.game import Seat
from engine.giants import Giants, ruleset
from engine.giants.state import Base, Clan, Crowd, Glimpse, Offer, State
from tests.engine.giants.tables import GAME

Pieces = dict[str, Any]


def counted(state: State, game: Giants = GAME) -> Pieces:
    """Every piece that never leaves the game, by colour and kind, wherever it is.

    Moai that nobody took and logs that were used do leave it: `leaving` counts those.
    """
    island = game.islands[state.options.island]
    colours = {ruleset.COLOURS[seat]: _clan_pieces(state, seat) for seat in range(len(state.clans))}
    return {
        **colours,
        "headdresses": state.headdresses
        + sum(item.size == 0 for item in state.items)
        + sum(base.topped for base in state.bases),
        "halves": state.halves + sum(clan.halves for clan in state.clans),
        "logs": state.logs + sum(island.forests[place] for place in state.cut),
    }


def _clan_pieces(state: State, seat: Seat) -> dict[str, int]:
    clan = state.clans[seat]
    crowds = (clan.figures, clan.front, *(crew.crowds[seat] for crew in state.crews))
    on_items = sum(item.marked and item.holder == seat for item in state.items)
    return {
        "workers": clan.spare_workers + sum(crowd.workers for crowd in crowds),
        "sorcerers": sum(crowd.sorcerer for crowd in crowds),
        "chiefs": sum(crowd.chief for crowd in crowds),
        "markers": clan.spare_markers + clan.markers + clan.front_markers + on_items,
        "bases": clan.bases + sum(base.owner == seat for base in state.bases),
    }


def whole(seats: int) -> Pieces:
    """What the box holds for so many players."""
    clan = {
        "workers": 6,
        "sorcerers": 1,
        "chiefs": 1,
        "markers": 6,
        "bases": {3: 7, 4: 6, 5: 5}[seats],
    }
    return dict.fromkeys(ruleset.COLOURS[:seats], clan) | {
        "headdresses": 14,
        "halves": 30,
        "logs": 27,
    }


def leaving(state: State) -> tuple[Counter[int], int]:
    """The moai by size and the logs that are still in the game: they only grow fewer."""
    moai = Counter(dict(enumerate(state.box, start=1)))
    moai.update(state.quarry)
    moai.update(item.size for item in state.items if item.size)
    moai.update(base.size for base in state.bases if base.size)
    held = sum(clan.logs for clan in state.clans) + sum(crew.logs for crew in state.crews)
    return moai, state.logs + held


# --- the same table, as far as a seat can know


def otherwise(state: State, seat: Seat | None) -> State:
    """Another table that this seat, or a stranger, cannot tell from the given one."""
    clans = tuple(
        clan if number == seat else _other_clan(clan) for number, clan in enumerate(state.clans)
    )
    bases = tuple(_other_base(state, base, seat) for base in state.bases)
    changed = replace(state, clans=clans, bases=bases, luck=Luck(b"other", "other", 77))
    if state.auction is None:
        return changed
    offers = tuple(
        offer if number == seat else _other_offer(offer)
        for number, offer in enumerate(state.auction.offers)
    )
    return replace(changed, auction=replace(state.auction, offers=offers))


def _other_clan(clan: Clan) -> Clan:
    """Behind the screen and in the receptacle everything is different."""
    figures = Crowd(clan.figures.workers + 1, not clan.figures.sorcerer, not clan.figures.chief)
    return replace(
        clan,
        figures=figures,
        markers=clan.markers + 1,
        bases=clan.bases + 1,
        logs=clan.logs + 2,
        spare_workers=clan.spare_workers + 1,
        spare_markers=max(0, clan.spare_markers - 1),
    )


def _other_base(state: State, base: Base, seat: Seat | None) -> Base:
    """Under a moai of an older round another colour, unless the seat has looked (G18)."""
    last_told = state.round - (state.stage in ("bidding", "picking"))
    told = state.options.open_bases or state.reason or base.round >= last_told or not base.size
    if told or (seat is not None and Glimpse(seat, base.ahu) in state.glimpses):
        return base
    return replace(base, owner=(base.owner + 1) % len(state.clans))


def _other_offer(offer: Offer) -> Offer:
    return replace(offer, plan=((3, 2, 1),) if offer.plan is None else None)
