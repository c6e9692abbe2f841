"""Turns and looks on one database, beside bare routes that write or read a row of it."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from bench import asking, site, stored
from bench.harness import PAIRS, Bench
from bench.load import Load, request
from bench.site import BATCH, BATCHES, Bare, Site
from bench.waits import Timed, Wait

WRITE, READ = "bare lock, update, insert", "bare row by key"
BIDS, SIGNED_BIDS, TURNS, SIGNED_TURNS, LOOKS = (number << 20 for number in range(1, 6))
SEATS = 5
BIDDERS = SEATS - 1  # the last bid would close the auction
BID_AIM, LOOK_AIM = 0.7, 0.8


@dataclass(frozen=True)
class Laid:
    """Tables to play at, once each: for a bid or a turn, by a token or signed; and one to see."""

    bids: stored.Stock
    signed_bids: stored.Stock
    turns: stored.Stock
    signed_turns: stored.Stock
    looked_at: stored.Stock


def benches(name: str, url: str, data: Path, load: Load, *, aims: bool) -> Iterator[Bench | Wait]:
    with stored.inside(url, data / "laying"), ExitStack() as stack:
        laid = _lay(BATCH * BATCHES)
        ours = stack.enter_context(site.ours(url, data, load))
        bare = stack.enter_context(site.bare(url, data, load))
        yield from _writing(name, laid, ours, bare, aim=BID_AIM if aims else None)
        yield from _reading(name, laid, ours, bare, aim=LOOK_AIM if aims else None)


def _lay(count: int) -> Laid:
    tables = -(-count // BIDDERS)
    return Laid(
        stored.lay("giants", SEATS, BIDS, tables),
        stored.lay("giants", SEATS, SIGNED_BIDS, tables),
        stored.lay("rapa-nui", 4, TURNS, count),
        stored.lay("rapa-nui", 4, SIGNED_TURNS, count),
        stored.lay("giants", SEATS, LOOKS, 1),
    )


def _writing(
    name: str, laid: Laid, ours: Site, bare: Bare, aim: float | None
) -> Iterator[Bench | Wait]:
    baseline = bare.writing()

    def rated(what: str, work: Timed, aim: float | None = None) -> Bench:
        bench = Bench(f"{name}: {what}", work, baseline, WRITE, BATCH, disk=True)
        return replace(bench, aim=aim, pairs=PAIRS) if aim else bench

    def timed(what: str, work: Timed) -> Wait:
        return Wait(f"{name}: {what}, 20 clients", work, baseline, WRITE, disk=True)

    bids = ours.asking(asking.bids(laid.bids, range(BIDDERS), laid.bids.ids()), 202)
    yield rated("sealed bids", bids, aim)
    yield timed("a sealed bid", bids)
    yield rated("sealed bids, signed", ours.asking(list(_signed_bids(laid.signed_bids)), 202))
    turns = ours.asking(_turns(laid.turns), 201)
    yield rated("open turns", turns)
    yield timed("an open turn", turns)
    signed = ours.asking(_signed_turns(laid.signed_turns), 201)
    yield rated("open turns, signed", signed)
    yield timed("an open turn, signed", signed)


def _signed_bids(stock: stored.Stock) -> Iterator[bytes]:
    body = asking.acting(stock, stored.first_actions("giants", SEATS, 0))
    for seat in range(BIDDERS):
        for match in stock.ids():
            yield asking.signed(stock, match, seat, body)


def _turns(stock: stored.Stock) -> list[bytes]:
    seat = stock.awaited[0]
    body = asking.acting(stock, stored.first_actions("rapa-nui", 4, seat))
    return [asking.by_token(stock, match, seat, body) for match in stock.ids()]


def _signed_turns(stock: stored.Stock) -> list[bytes]:
    seat = stock.awaited[0]
    body = asking.acting(stock, stored.first_actions("rapa-nui", 4, seat))
    return [asking.signed(stock, match, seat, body) for match in stock.ids()]


def _reading(
    name: str, laid: Laid, ours: Site, bare: Bare, aim: float | None
) -> Iterator[Bench | Wait]:
    baseline, stock = bare.reading(), laid.looked_at
    (match,) = islice(stock.ids(), 1)
    path, headers = asking.looking(stock, match)
    held = ours.asking([asking.held(ours.port, stock, match)] * BATCH, 304)
    whole = ours.asking([request("GET", path, headers)] * BATCH, 200)
    yield Bench(f"{name}: view, 304", held, baseline, READ, BATCH, aim=aim, pairs=PAIRS)
    yield Wait(f"{name}: view, 304, 20 clients", held, baseline, READ)
    yield Bench(f"{name}: view, whole", whole, baseline, READ, BATCH)
