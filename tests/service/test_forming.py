"""Forms of a table's page: all that the rules allow can be reached, and nothing else."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from engine import record
from engine.errors import Refusal
from engine.rapanui.cards import Card
from engine.rapanui.state import Stage
from engine.replay import replay as replayed
from engine.words import ENGLISH
from service.pages.forming import FORMERS
from service.pages.forms import Draft, Field, Offer, Seated, Way
from service.pages.table_doors import NO_DRAFT
from tests.engine.rapanui.recording import ENDINGS, SEATS, path
from tests.engine.rapanui.table import GAME

SLUG = "rapa-nui"
EACH = pytest.mark.parametrize(
    ("seats", "ending"), [(seats, ending) for seats in SEATS for ending in ENDINGS]
)


def scenes(seats: int, ending: str = "points") -> Iterator[Seated]:
    """Each seat that is awaited, at each moment of a recorded match."""
    book = record.parse(path(seats, ending).read_text())
    entries = [opened for page in book.entries if (opened := record.entry(page))]
    for done in replayed(GAME, book.seed or b"", entries):
        state = done.match.state
        for seat in sorted(GAME.awaiting(state)):
            yield Seated(GAME, state, seat, ENGLISH)


def offered(who: Seated, draft: Draft) -> Offer:
    return FORMERS[SLUG](who, draft)


def drafts(who: Seated, draft: dict[str, tuple[str, ...]] | None = None) -> Iterator[Draft]:
    """Every way to fill in the page's forms, field after field, as the page offers them."""
    draft = draft or {}
    offer = offered(who, draft)
    (way,) = [one for one in offer.ways if one.slug == offer.at]
    missing = [field for field in way.fields if field.name not in draft]
    if not missing:
        yield draft
        return
    for choice in missing[0].choices:
        yield from drafts(who, {**draft, missing[0].name: (choice.value,)})


def kinds_reached(who: Seated) -> set[str]:
    listed = list(who.game.choices(who.state, who.seat))
    filled = list(drafts(who))
    meant = [offered(who, draft).action for draft in filled]

    assert all(draft.keys().isdisjoint(NO_DRAFT) for draft in filled), "the page reads it itself"
    assert None not in meant
    assert set(meant) == set(listed)
    assert len(meant) == len(listed), "two ways to fill in the forms mean the same"
    return {action.kind for action in listed}


@EACH
def test_the_forms_reach_exactly_what_the_rules_allow(seats: int, ending: str) -> None:
    """From the first deal to the end: the rules list the same actions as the forms, no other."""
    seen = set().union(*(kinds_reached(who) for who in scenes(seats, ending)))

    assert seen >= {"play", "draw"}


def test_the_recorded_matches_have_every_step_but_one() -> None:
    """So that the test above is about all of them; the rare one is below."""
    whole = [who for seats, ending in product(SEATS, ENDINGS) for who in scenes(seats, ending)]
    seen = {action.kind for who in whole for action in who.game.choices(who.state, who.seat)}

    assert seen == {"buy", "play", "discard", "sacrifice", "lay", "draw", "claim"}


def test_a_substitute_is_taken_from_a_stack_that_has_cards_left() -> None:
    """Fish are valued and their stack is empty, as is the potatoes' (R5)."""
    who = next(scenes(3))
    parts = {"stage": Stage.SUBSTITUTE, "valued": Card.FISH, "due": 2, "stacks": (0, 3, 0, 1)}
    asked = replace(who, state=replace(who.state, asked=(who.seat,), **parts))
    (field,) = fields(offered(asked, {}))

    assert kinds_reached(asked) == {"take"}
    assert [choice.value for choice in field.choices] == ["mulberry", "grain"]
    assert "Left in its stack: 3." in field.choices[0].note


def fields(offer: Offer) -> list[Field]:
    return [field for way in offer.ways for field in way.fields]


@pytest.mark.parametrize("nonsense", ["", "9", "fish:9", "moai:-1", "<b>", "none", "\0", "ж" * 999])
def test_what_a_draft_says_that_does_not_fit_is_dropped(nonsense: str) -> None:
    names = ("way", "buy", "play", "good", "add", "column", "gain", "other")
    for who in scenes(3):
        plain, wild = offered(who, {}), offered(who, dict.fromkeys(names, (nonsense,)))

        assert wild == plain


def test_a_play_that_the_purchase_makes_too_dear_is_dropped() -> None:
    """Wood pays both: what is left after the purchase is too little for some plays."""
    found = 0
    for who in scenes(3):
        offer = offered(who, {})
        if offer.at != "turn" or len(offer.ways[0].fields) < 2:
            continue
        buying, playing = offer.ways[0].fields
        for bought, played in product(buying.choices, playing.choices):
            draft = {"buy": (bought.value,), "play": (played.value,)}
            action = offered(who, draft).action
            found += action is None
            assert action is None or legal(who, action)

    assert found


def legal(who: Seated, action: Any) -> bool:
    try:
        who.game.check(who.state, who.seat, action)
    except Refusal:
        return False
    return True


def test_each_spot_leads_to_a_draft_that_changes_one_field() -> None:
    places = set()
    for who in scenes(3, "moai"):
        for place, spot in offered(who, {}).spots.items():
            offer = offered(who, {name: (value,) for name, value in spot.draft.items()})
            way: Way = offer.ways[0]
            said = {field.name: field.values for field in way.fields if field.values}

            assert spot.draft["way"] == way.slug
            assert said == {n: (v,) for n, v in spot.draft.items() if n != "way"}
            assert spot.words
            places.add(place.partition(":")[0])

    assert places == {"column", "stack", "hand", "own"}


def test_a_sealed_claim_has_no_spots_for_they_would_stand_in_an_address() -> None:
    claims = [offered(who, {}) for who in scenes(4, "moai") if who.game.sealed(who.state)]

    assert claims
    assert not any(offer.spots for offer in claims)


def test_who_is_not_awaited_is_offered_nothing() -> None:
    first = next(scenes(3))
    idle = replace(first, seat=(first.seat + 1) % 3)

    assert offered(idle, {"play": ("fish:1",)}) == Offer((), "", {}, None)


def test_a_single_choice_is_made_already() -> None:
    for who in scenes(2):
        for field in fields(offered(who, {})):
            assert len(field.choices) > 1 or field.values == (field.choices[0].value,)
