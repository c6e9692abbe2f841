"""Whole matches by letter, from the first request to the last letter, on real parts."""

from typing import Any

import pytest

from engine import record
from engine.registry import GAMES
from engine.verify import verify
from tests.parts import audit, calling
from tests.parts.choosing import dice
from tests.parts.house import House
from tests.parts.people import Game, Person, gather, play_out
from tests.parts.site import wait_for

GIANTS: dict[str, Any] = {
    "game": "giants",
    "options": {"island": "motu-nui", "quick": True, "max_rounds": 2},
}
RAPA_NUI: dict[str, Any] = {"game": "rapa-nui"}


def giants_people() -> list[Person]:
    ways = {"Ann": "page", "Bruno": "letter", "Clara": "client", "Daria": "page"}
    return [Person(name, way) for name, way in ways.items()]


def rapa_nui_people() -> list[Person]:
    ways = {"Ann": "client", "Bruno": "page", "Clara": "client"}
    return [Person(name, way) for name, way in ways.items()]


@pytest.mark.parametrize(
    ("asked", "people"),
    [(GIANTS, giants_people), (RAPA_NUI, rapa_nui_people)],
    ids=["giants", "rapa-nui"],
)
def test_a_match_from_its_opening_to_the_last_letter(
    house: House, asked: dict[str, Any], people: Any
) -> None:
    """I1 to I10: by the letters' own links and tokens, to a record that verifies."""
    game = gather(house, asked, people(), dice(5))
    play_out(game)
    wait_for(lambda: all(last_letter(game, one) for one in game.people), "everyone's last letter")
    wait_for(lambda: not unsettled(game), "every notice has its end")

    with house.app.app_context():
        assert audit.faults(game.id, house.post.office.copies()) == []
    demand_record(game)
    demand_letters(game)


def last_letter(game: Game, person: Person) -> bool:
    """Whether the letter with the seed, which is the last one, is here."""
    return any("The seed itself" in one.text for one in game.house.post.letters(person.address))


def unsettled(game: Game) -> list[str]:
    with game.house.app.app_context():
        return [
            one for one in audit.faults(game.id, game.house.post.office.copies()) if "I4" in one
        ]


def demand_record(game: Game) -> None:
    """Anyone can download the record and check it; every letter's head stands in it."""
    text = calling.call(game.url("/record")).body.decode()
    book = record.parse(text)
    hashes = {page.hash for page in book.entries}
    played = GAMES[book.game]

    assert (verify(book, played).fault, verify(book, played).unchecked) == (None, ())
    assert sum(page.public["kind"] == "deal" for page in book.entries) == 1
    for person in game.people:
        for letter in game.house.post.letters(person.address):
            head = letter.text.partition("with the hash\n")[2].partition("\n")[0].strip()
            assert not head or head in hashes


def demand_letters(game: Game) -> None:
    """Each of them once, to whom it was meant for, threaded, and nothing after the last."""
    for person in game.people:
        letters = game.house.post.letters(person.address)
        ids = [one.message_id for one in letters]
        assert len(set(ids)) == len(ids)
        assert "The seed itself" in letters[-1].text
        assert sum("The seed itself" in one.text for one in letters) == 1
        others = {one.name for one in game.people} - {person.name}
        assert all(f"Hello {other}," not in one.text for one in letters for other in others)
