"""The checks of a record, each for one sort of fault; `engine.verify` puts them in order.

Every check is given the entries before the first fault that is known, and yields what it finds,
lowest entry first.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from engine import parts, record
from engine.chance import Luck, commitment, mix
from engine.errors import Broken, Fact, Malformed
from engine.game import Game
from engine.record import Covered, Entry, Page, Record
from engine.replay import replay


@dataclass(frozen=True, slots=True)
class Fault:
    """The first entry that is wrong, and in what; `engine.words.FAULTS` has the sentences."""

    entry: int
    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page with its parts as they were read; what is not open is absent."""

    page: Page | Covered
    public: parts.Public | parts.Unseen
    private: parts.Private | None
    entry: Entry | None


Check: TypeAlias = Callable[[Record, Sequence[Sheet]], Iterator[Fault]]


# --- shape

_NAMES: Mapping[str, str] = {"missing_field": "missing_part", "unknown_field": "unknown_part"}


def read(book: Record) -> tuple[list[Sheet], Fault | None]:
    """The pages up to the first that cannot be read, and that one's fault."""
    sheets: list[Sheet] = []
    for number, page in enumerate(book.entries, 1):
        try:
            sheets.append(_sheet(page))
        except Malformed as refusal:
            code = _NAMES.get(refusal.code, "bad_shape")
            facts = {
                name: refusal.facts[name] for name in ("path", "wanted") if name in refusal.facts
            }
            return sheets, Fault(number, code, facts)
    return sheets, None if sheets else Fault(1, "no_deal")


def _sheet(page: Page | Covered) -> Sheet:
    if isinstance(page, Covered):
        return Sheet(page, parts.Unseen(page.number), None, None)
    public = parts.read_public(page.public)
    private = None if page.private is None else parts.read_private(public, page.private)
    return Sheet(page, public, private, record.entry(page))


def _numbers(_book: Record, sheets: Sequence[Sheet]) -> Iterator[Fault]:
    for number, sheet in enumerate(sheets, 1):
        if sheet.public.number != number:
            yield Fault(number, "wrong_number", {"number": sheet.public.number})
        if (number == 1) != isinstance(sheet.public, parts.Deal):
            yield Fault(number, "no_deal" if number == 1 else "second_deal")


# --- the chain


def _chain(_book: Record, sheets: Sequence[Sheet]) -> Iterator[Fault]:
    previous = record.START
    for number, sheet in enumerate(sheets, 1):
        page = sheet.page
        if page.public["previous"] != previous:
            yield Fault(number, "wrong_previous")
        # A covered entry's hash is held by the entry after it, which names it.
        if isinstance(page, Page) and page.hash != record.digest(dict(page.public), page.sealed):
            yield Fault(number, "wrong_hash")
        previous = page.hash


def _seals(book: Record, sheets: Sequence[Sheet]) -> Iterator[Fault]:
    for number, sheet in enumerate(sheets, 1):
        page = sheet.page
        if isinstance(page, Page) and (page.salt is None) != (page.private is None):
            yield Fault(number, "half_open")
        if sheet.entry is None:
            if book.seed is not None:
                yield Fault(number, "withheld")
        elif record.seal(sheet.entry.salt, dict(sheet.entry.private)) != sheet.entry.sealed:
            yield Fault(number, "wrong_seal")


def _commitments(book: Record, sheets: Sequence[Sheet]) -> Iterator[Fault]:
    for number, sheet in enumerate(sheets, 1):
        if isinstance(sheet.public, parts.Resolve):
            for seat, code in _uncommitted(book.match, sheet.public, sheet.private):
                yield Fault(number, code, {"seat": seat})


def _uncommitted(
    match: str, public: parts.Resolve, private: parts.Private | None
) -> Iterator[tuple[int, str]]:
    phase = public.phase
    for shown in public.actions:
        made = record.commit(shown.salt, match, phase, shown.seat, dict(shown.action))
        if made != shown.commitment.hex():
            yield shown.seat, "wrong_commitment"
    if isinstance(private, parts.Resolved):
        for shown, hidden in zip(public.actions, private.actions, strict=False):
            made = record.commit(hidden.salt, match, phase, hidden.seat, dict(hidden.action))
            if made != shown.hidden_commitment.hex():
                yield shown.seat, "wrong_hidden_commitment"


# --- what the public parts say of each other


def _header(book: Record, sheets: Sequence[Sheet]) -> Iterator[Fault]:
    for sheet in sheets[:1]:
        if book.format != record.FORMAT:
            yield Fault(1, "unknown_format", {"format": book.format, "known": record.FORMAT})
        for name in ("format", "match", "game", "rules"):
            if sheet.page.public[name] != getattr(book, name):
                yield Fault(1, "header", {"field": name})


def _turns(_book: Record, sheets: Sequence[Sheet]) -> Iterator[Fault]:
    turn = 0
    for number, sheet in enumerate(sheets, 1):
        public = sheet.public
        turn += public.kind in ("play", "default", "resolve", "undo", "covered")
        if not isinstance(public, parts.Unseen) and public.turn != turn:
            yield Fault(number, "wrong_turn", {"turn": public.turn, "expected": turn})


def _undos(_book: Record, sheets: Sequence[Sheet]) -> Iterator[Fault]:
    """A seat takes back its own steps from the end; whatever else happens closes that way.

    Past a covered entry it cannot be known which steps are left to take back.
    """
    back: list[tuple[int, int]] = []
    known = True
    for number, sheet in enumerate(sheets, 1):
        public = sheet.public
        if isinstance(public, parts.Unseen):
            back, known = [], False
        elif isinstance(public, parts.Undo):
            if (back or known) and (not back or back.pop() != (public.undoes, public.seat)):
                yield Fault(number, "wrong_undo", {"undoes": public.undoes})
        elif type(public) is parts.Play:
            back = [step for step in back if step[1] == public.seat]
            back.append((number, public.seat))
        elif not isinstance(public, parts.Keys):
            back, known = [], True


# --- luck


def counters(_book: Record, sheets: Sequence[Sheet]) -> Iterator[Fault]:
    """Without the seed: the public draws follow each other, each below its bound."""
    least = 0
    for number, sheet in enumerate(sheets, 1):
        for draw in sheet.public.draws:
            if draw.counter < least or draw.result >= draw.bound:
                yield _wrong(number, "wrong_counter", draw)
            least = draw.counter + 1


def luck(book: Record, sheets: Sequence[Sheet]) -> Iterator[Fault]:
    """The published hash is the seed's, and every draw is what seed and nonces give."""
    deal = sheets[0].public if sheets else None
    if not isinstance(deal, parts.Deal) or book.seed is None:
        return
    if commitment(book.seed) != deal.seed_hash.hex():
        yield Fault(1, "wrong_seed")
    if len(deal.nonces) != deal.seats:
        yield Fault(1, "wrong_nonces", {"seats": deal.seats, "given": len(deal.nonces)})
    luck = Luck(mix(book.seed, deal.nonces), deal.match)
    for number, sheet in enumerate(sheets, 1):
        for draw in _all_draws(sheet):
            result, luck = luck.draw(draw.purpose, draw.bound)
            if (luck.counter - 1, result) != (draw.counter, draw.result):
                yield _wrong(number, "wrong_draw", draw)
        luck = luck.settled()


def _all_draws(sheet: Sheet) -> list[parts.Drawn]:
    hidden: Iterable[parts.Drawn] = sheet.private.draws if sheet.private else ()
    return sorted((*sheet.public.draws, *hidden), key=lambda draw: draw.counter)


def _wrong(number: int, code: str, draw: parts.Drawn) -> Fault:
    return Fault(number, code, {"counter": draw.counter, "purpose": draw.purpose})


# --- rules


def rules(game: Game[Any, Any]) -> Check:
    def check(book: Record, sheets: Sequence[Sheet]) -> Iterator[Fault]:
        entries = [sheet.entry for sheet in sheets if sheet.entry is not None]
        outcome = None
        try:
            for done in replay(game, book.seed or b"", entries):
                outcome = game.outcome(done.match.state)
        except Broken as broken:
            rest = {name: fact for name, fact in broken.facts.items() if name != "entry"}
            yield Fault(int(str(broken.facts["entry"])), broken.code, rest)
        if len(entries) == len(book.entries) and outcome != book.outcome:
            missing = outcome is None
            yield Fault(len(entries) + missing, "no_outcome" if missing else "wrong_outcome")

    return check


# --- the end


def end(book: Record, head: str | None) -> Iterator[Fault]:
    beyond = len(book.entries) + 1
    if book.outcome is not None and book.seed is None:
        yield Fault(1, "seed_missing")
    yield from _outcome(book)
    if book.head != book.entries[-1].hash:
        yield Fault(beyond, "wrong_head")
    if head is not None and head not in {page.hash for page in book.entries}:
        yield Fault(beyond, "unknown_head", {"head": head})


def _outcome(book: Record) -> Iterator[Fault]:
    """Whatever the rules: who wins has a seat, and each seat has a total of its own."""
    deal = book.entries[0]
    if book.outcome is None or not isinstance(deal, Page):
        return
    seats, told = deal.public["seats"], book.outcome
    winners = set(told.winners)
    fits = winners <= set(range(seats)) and len(winners) == len(told.winners)
    if not fits or not len(told.totals) == len(told.lines) == seats:
        yield Fault(len(book.entries), "strange_outcome", {"seats": seats})


ALWAYS: tuple[Check, ...] = (_numbers, _chain, _seals, _commitments, _header, _turns, _undos)
