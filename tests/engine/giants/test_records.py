"""Recorded matches are played again to the byte; `recorder` says how they were made."""

import pytest

from engine import record
from engine.canonical import canonical
from engine.record import Entry, Record
from engine.replay import replay
from engine.verify import verify
from tests.engine.giants.recorder import FOLDER, MATCHES, Recorded
from tests.engine.giants.tables import GAME
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
