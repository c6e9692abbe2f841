"""Choices unfolded by the client are those that the engine knows, over whole recorded matches."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import codec, record
from engine.game import Seat
from engine.match import Match
from engine.registry import GAMES
from engine.replay import replay
from moaipost import choices

RECORDS = Path(__file__).parents[1] / "engine"
BOOKS = ["giants/records/three-rounds.json", "rapanui/records/3-points.json"]
EVERY = 3  # positions: the others are much like them


def positions(name: str) -> list[Match[Any]]:
    book = record.parse((RECORDS / name).read_text())
    entries = [found for page in book.entries if (found := record.entry(page)) is not None]
    dones = replay(GAMES[book.game], book.seed or b"", entries)
    return [done.match for done in dones][::EVERY]


def unfolded(match: Match[Any], seat: Seat) -> list[str]:
    """As JSON in the engine's own spelling, with every default written out."""
    game = match.game
    facts = codec.write(game.choices_type, game.choices(match.state, seat).facts())
    read = (codec.read(game.action_type, one) for one in choices.actions(facts))
    return sorted(json.dumps(codec.write(type(one), one)) for one in read)


def listed(match: Match[Any], seat: Seat) -> list[str]:
    found = match.game.choices(match.state, seat)
    return sorted(json.dumps(codec.write(type(one), one)) for one in found)


@pytest.mark.parametrize("name", BOOKS)
def test_the_client_unfolds_what_the_engine_lists(name: str) -> None:
    for match in positions(name):
        for seat in match.game.awaiting(match.state):
            assert unfolded(match, seat) == listed(match, seat)


@pytest.mark.parametrize("name", BOOKS)
def test_an_action_is_said_from_a_view_as_from_the_state(name: str) -> None:
    """A client has no state: the view knows all that notation needs."""
    for match in positions(name):
        game, state = match.game, match.state
        for seat in game.awaiting(state):
            action = next(iter(game.choices(state, seat)))
            assert game.say(game.view(state, seat), action) == game.say(state, action)


def test_who_is_not_awaited_has_no_choice() -> None:
    assert list(choices.actions(None)) == []
    assert list(choices.actions({"kind": "none"})) == []
