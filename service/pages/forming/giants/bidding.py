"""The forms of the auction: a sealed bid with its plan (G5), and the picks one by one."""

from collections.abc import Iterator, Sequence

from engine.giants import ruleset
from engine.giants.actions import Bid, Decline, Take
from engine.giants.state import MoaiSize, Plan, PlannedPick
from engine.words import N_
from service.pages.forming.giants.asked import Asked, Part
from service.pages.forms import Choice, Field, Way

DECLINE = "decline"
SIZES: dict[str, MoaiSize] = {"1": 1, "2": 2, "3": 3}
PICKS: dict[str, PlannedPick] = {**SIZES, DECLINE: "decline"}
ONES = ("sorcerer", "chief")
FIRST_ROWS = 2  # of a plan; one more is shown than is filled in
RANKS = (
    N_("Pick {number}: first choice"),
    N_("Pick {number}: if that is gone"),
    N_("Pick {number}: if that is gone too"),
)


def bid(asked: Asked) -> Part:
    plan = _plan(asked)
    fields = [*_belongings(asked), *_asking(asked), *_rows(asked, len(plan or ()))]
    way = Way("bid", asked.say(N_("Bid")), _hint(asked), tuple(fields), whole=True)
    return Part(way, _bid(asked, plan) if asked.chosen("bid") else None)


def _hint(asked: Asked) -> str:
    sizes = asked.shown("quarry", asked.view.quarry)
    return " ".join(
        (
            asked.say(N_("In the quarry: {sizes}."), sizes=sizes),
            asked.say(N_("Who bids more markers chooses earlier.")),
            asked.say(N_("Sculptors pay for a moai's size: worker 1, sorcerer 1, chief 3.")),
        )
    )


def _belongings(asked: Asked) -> Iterator[Field]:
    facts = asked.facts
    for name, label, most in (
        ("markers", N_("Markers"), facts.markers),
        ("workers", N_("Workers"), facts.workers),
    ):
        yield asked.amount(name, label, most, asked.say(N_("You hold: {count}."), count=most))
    held = _ones(asked)
    if held:
        choices = tuple(Choice(one, asked.title("figure", one)) for one in held)
        values = asked.several("figures", held)
        yield Field("figures", asked.say(N_("Also as sculptors")), "checks", choices, values)


def _ones(asked: Asked) -> list[str]:
    return [one for one in ONES if getattr(asked.facts, one)]


def _bid(asked: Asked, plan: Plan | None) -> Bid:
    figures = asked.several("figures", _ones(asked))
    return Bid(
        asked.number("markers", asked.facts.markers),
        asked.number("workers", asked.facts.workers),
        "sorcerer" in figures,
        "chief" in figures,
        plan,
    )


# --- the plan


def _asking(asked: Asked) -> Iterator[Field]:
    """Only where a pick may be made unasked does it matter that one wants to be asked."""
    if asked.view.options.auto_pick:
        words = N_("Ask me, even where I can pay for one size only")
        choices = (Choice("yes", asked.say(words)),)
        values = asked.several("ask", ("yes",))
        yield Field("ask", asked.say(N_("Without a plan")), "checks", choices, values)


def _plan(asked: Asked) -> Plan | None:
    """An entry a row, down to the last that says something."""
    rows = [_entry(asked, row) for row in range(_most_rows(asked))]
    while rows and not rows[-1]:
        rows.pop()
    if rows:
        return tuple(rows)
    return () if asked.several("ask", ("yes",)) and asked.view.options.auto_pick else None


def _most_rows(asked: Asked) -> int:
    """As many moai as there are, and as could be paid for."""
    return min(len(asked.facts.quarry), asked.own.figures.worth, ruleset.MOST_PLANNED)


def _entry(asked: Asked, row: int) -> tuple[PlannedPick, ...]:
    known = _known(asked)
    said = (asked.one(_name(row, rank), known) for rank in range(_ranks(asked)))
    return tuple(PICKS[one] for one in said if one)


def _known(asked: Asked) -> list[str]:
    return [*map(str, _sizes(asked.facts.quarry)), DECLINE]


def _sizes(quarry: Sequence[int]) -> list[int]:
    return sorted(set(quarry), reverse=True)


def _ranks(asked: Asked) -> int:
    """Once every size is named there is nothing left to prefer."""
    return len(_sizes(asked.facts.quarry))


def _name(row: int, rank: int) -> str:
    return f"pick-{row + 1}-{rank + 1}"


def _rows(asked: Asked, filled: int) -> Iterator[Field]:
    choices = [
        Choice("", asked.say(N_("Ask me"))),
        *(Choice(str(size), asked.title("size", size)) for size in _sizes(asked.facts.quarry)),
        Choice(DECLINE, asked.say(N_("Take no more moai"))),
    ]
    for row in range(min(_most_rows(asked), max(FIRST_ROWS, filled + 1))):
        for rank in range(_ranks(asked)):
            name = _name(row, rank)
            label = asked.say(RANKS[rank], number=row + 1)
            value = asked.one(name, _known(asked))
            yield Field(name, label, "select", tuple(choices), (value,))


# --- one by one


def pick(asked: Asked) -> Part:
    sizes = [str(size) for size in asked.facts.sizes]
    choices = [
        *(Choice(size, asked.title("size", int(size))) for size in sizes),
        Choice(DECLINE, asked.say(N_("Take no more moai in this auction"))),
    ]
    said = asked.one("size", (*sizes, DECLINE))
    hint = asked.say(N_("Your sculptors not used yet: {count}."), count=_left(asked))
    field = asked.radio("size", N_("Which moai do you take?"), choices, said)
    way = Way("pick", asked.say(N_("Take a moai")), hint, (field,), whole=True)
    if not said:
        return Part(way)
    return Part(way, Decline() if said == DECLINE else Take(SIZES[said]))


def _left(asked: Asked) -> int:
    offers = asked.view.auction.offers if asked.view.auction else ()
    return next((offer.left for offer in offers if offer.seat == asked.seated.seat), 0)
