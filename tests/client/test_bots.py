"""The example bot plays whole matches against itself over real HTTP, each turn signed."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import record
from engine.registry import GAMES
from engine.verify import verify
from moaipost import Key, Service
from tests.parts.choosing import dice
from tests.parts.house import BASE_URL, House
from tests.parts.people import Person, gather
from tests.parts.site import PATIENCE, ROOT

BOT = ROOT / "client" / "examples" / "bot.py"
GIANTS: dict[str, Any] = {
    "game": "giants",
    "options": {"island": "motu-nui", "quick": True, "max_rounds": 1},
}
RAPA_NUI: dict[str, Any] = {"game": "rapa-nui"}
FEWEST_LINES = 60


@pytest.mark.parametrize("house", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("asked", "names"),
    [(GIANTS, "Ann Bruno Clara"), (RAPA_NUI, "Ann Bruno")],
    ids=["giants", "rapa-nui"],
)
def test_the_bots_play_a_whole_match_against_each_other(
    house: House, tmp_path: Path, asked: dict[str, Any], names: str
) -> None:
    people = [Person(name, "client") for name in names.split()]
    game = gather(house, asked, people, dice(7))
    bots = seated(house, people, tmp_path)

    said = [bot.communicate(timeout=2 * PATIENCE)[0] for bot in bots]

    with Service(house.site.url) as service:
        book = record.parse(service.record(game.id))
        outcome = service.match(game.id)["outcome"]
    report = verify(book, GAMES[book.game])
    assert (report.fault, report.unchecked, report.finished) == (None, (), True)
    plays = [page.public for page in book.entries if page.public["kind"] == "play"]
    assert {one["key"] is not None for one in plays if one["by"] == "person"} == {True}
    assert [text.splitlines()[-1] for text in said] == [f"finished: {outcome}"] * len(people)


def seated(house: House, people: list[Person], there: Path) -> list["subprocess.Popen[str]"]:
    """A process a seat, with a key of its own."""
    return [started(house, person, there / f"{person.name}.pem") for person in people]


def started(house: House, person: Person, path: Path) -> "subprocess.Popen[str]":
    key, token = Key.new(), str(person.seat_token)
    key.save(path)
    with Service(house.site.url) as service:
        service.seat(token).register(key)
    flags = ["--url", house.site.url, "--pause", "0.1", "--seed", "7", "--key", str(path)]
    return subprocess.Popen(  # noqa: S603  # the project's own example
        [sys.executable, str(BOT), f"{BASE_URL}/s/{token}", *flags],
        stdout=subprocess.PIPE,
        text=True,
    )


def test_the_bot_is_short_enough_to_be_read() -> None:
    assert len(BOT.read_text().splitlines()) < FEWEST_LINES
