"""Recorded matches are played again to the byte; `recorder` says how they were made."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from engine import codec, record
from engine.canonical import canonical
from engine.giants.actions import Move
from engine.giants.events import Moved
from engine.match import Done
from engine.record import Entry, Record
from engine.replay import replay
from engine.verify import verify
from tests.engine.giants.naive_transport import teams, unasked
from tests.engine.giants.recorder import FOLDER, MATCHES, Recorded
from tests.engine.giants.tables import GAME
from tests.engine.giants.test_naive_transport import told, unit_by_unit
from tests.engine.playthrough import golden


def book(name: str) -> Record:
    return record.parse((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def entries(name: str) -> list[Entry]:
    pages = book(name).entries
    return [entry for page in pages if (entry := record.entry(page)) is not None]


@pytest.mark.parametrize("each", MATCHES, ids=lambda each: each.name)
def test_a_recorded_match_is_played_again_exactly(each: Recorded) -> None:
    """The same entries, the same hashes, the same ending."""
    kept = entries(each.name)
    again = list(replay(GAME, book(each.name).seed or b"", kept))

    assert book(each.name).rules == each.rules
    assert [done.entry.hash for done in again] == [entry.hash for entry in kept]
    assert [canonical(dict(done.entry.public)) for done in again] == [
        canonical(dict(entry.public)) for entry in kept
    ]
    outcome = GAME.outcome(again[-1].match.state)
    assert outcome == book(each.name).outcome
    assert outcome is not None
    assert outcome.reason == each.reason


@pytest.mark.parametrize("each", MATCHES, ids=lambda each: each.name)
def test_a_recorded_match_is_sound(each: Recorded) -> None:
    """Chain, seed, draws, bids and rules."""
    report = verify(book(each.name), GAME)

    assert report.fault is None
    assert report.finished


def test_the_records_have_every_number_of_seats_and_every_ending() -> None:
    found = {
        (entries(each.name)[0].public["seats"], outcome.reason)
        for each in MATCHES
        if (outcome := book(each.name).outcome) is not None
    }

    assert found == {
        (seats, reason)
        for seats in (3, 4, 5)
        for reason in ("bases", "moai", "standstill", "rounds")
    }


def test_the_records_have_every_version_of_the_rules() -> None:
    """What was dealt by older ones is still played again, and says so itself."""
    assert {each.rules for each in MATCHES} == set(GAME.meta.known)


def test_the_records_have_every_option() -> None:
    defaults = {option.name: option.default for option in GAME.meta.options}
    found = {
        name
        for each in MATCHES
        for name, value in entries(each.name)[0].public["options"].items()
        if value != defaults[name]
    }

    assert found == set(defaults)


def test_the_records_have_every_kind_of_entry() -> None:
    kinds = {entry.kind for each in MATCHES for entry in entries(each.name)}

    assert kinds == {"deal", "play", "resolve", "peek", "default", "undo", "seat"}


@pytest.mark.parametrize("each", [m for m in MATCHES if m.text], ids=lambda each: each.name)
def test_a_match_reads_as_the_kept_text(each: Recorded) -> None:
    """Every entry in notation and sentences, and each seat's view every so often."""
    kept, made = golden(GAME, FOLDER, each.name, each.text)

    assert made == kept


@pytest.mark.parametrize("name", [*(each.name for each in MATCHES), "hauled-1", "hauled-2"])
def test_every_haul_of_a_record_pays_what_brute_force_would(name: str) -> None:
    """G9, G23: who was named could carry together, and who was not is whom the rulings choose."""
    for before, done in pairwise(replay(GAME, book(name).seed or b"", entries(name))):
        for moved in (event for event in done.events if isinstance(event, Moved)):
            paid = {share.seat: share.units for share in moved.helped}
            assert paid == naively_paid(before, done, moved.size or 1)


def naively_paid(before: Done[Any], done: Done[Any], weight: int) -> Counter[int]:
    """Each unit that is another's is a point for it."""
    state, seat = before.match.state, done.entry.public["seat"]
    action: Move = codec.read(Move, done.entry.public["action"])
    order = [state.first + step for step in range(len(state.clans))]
    turns = [number % len(state.clans) for number in order]
    others = sorted((s for s in turns if s != seat), key=lambda s: state.clans[s].score)
    named = {each.at: told(each) for each in action.helpers}
    units, paid = unit_by_unit(state), Counter[int]()
    for place in action.path:
        team = named.get(place) or unasked(units[place], weight, seat, others, state.rules)
        assert tuple(team) in teams(units[place], weight, state.rules)
        paid.update(int(unit) for unit in team if unit not in ("log", str(seat)))
    return paid
