"""Scanners: every link of every letter of a match is opened, and nothing has happened."""

import secrets
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest

from service import waiting
from service.post import tracking
from tests.journeys.test_matches import GIANTS
from tests.parts import calling
from tests.parts.choosing import dice
from tests.parts.dumps import dump
from tests.parts.house import BASE_URL, House
from tests.parts.people import Game, Person, act, gather, settled
from tests.parts.site import wait_for

# Signs of life go on while a scanner reads.
RESTLESS = ("heartbeat",)
MOST_LINKS = 12  # the newest, each time: the older ones were opened before
SHORTEST = GIANTS | {"options": GIANTS["options"] | {"max_rounds": 1}}


def scan(house: House, links: list[str]) -> None:
    for link in links:
        for method in ("HEAD", "GET", "GET"):
            assert house.open(link, method).status in (200, 401, 403, 404, 409), link


def links_of(game: Game) -> list[str]:
    """In the text and in the header that mail programs read."""
    found: dict[str, None] = {}
    for person in game.people:
        for letter in game.house.post.letters(person.address):
            found |= dict.fromkeys(letter.links)
            found[str(letter.headers["List-Unsubscribe"]).strip("<>")] = None
    return list(found)


def settle(house: House) -> None:
    """Until the post is quiet: nothing waits, is in hand, or is put off to a later try."""

    def quiet() -> bool:
        with house.app.app_context():
            waits = waiting.letters(datetime.now(UTC))  # first: it is in hand next
            return not waits and {"ready", "sending"}.isdisjoint(tracking.counts())

    wait_for(quiet, "the post is quiet")


def rows(house: House) -> list[str]:
    with house.app.app_context():
        return dump(RESTLESS)


def test_opening_every_link_of_a_match_changes_nothing_and_then_they_work(house: House) -> None:
    people = [Person(name, "page") for name in ("Ann", "Bruno", "Eva")]
    game = gather(house, SHORTEST | {"start": "host"}, people, dice(4), scanned)
    ready = house.post.await_link(people[0].address, "h")
    scanned(game)
    assert b"running" in calling.click(house.local(ready), do="start").body
    while (seen := settled(game))["status"] == "running":
        scanned(game)
        for seat in seen["awaited"]:
            act(game, seat)
    scanned(game)

    assert all(link.startswith(f"{BASE_URL}/") for link in links_of(game))
    doors = {urlsplit(link).path.split("/")[1] for link in links_of(game)}
    assert doors == {*"chimtu", "verify"}


def scanned(game: Game) -> None:
    """All links so far, and the rows as they were."""
    settle(game.house)
    before = rows(game.house)
    scan(game.house, links_of(game)[-MOST_LINKS:])
    assert rows(game.house) == before


def test_control_a_click_is_seen_in_the_rows(house: House) -> None:
    people = [Person(name, "client") for name in ("Ann", "Bruno", "Eva")]
    gather(house, SHORTEST, people, dice(4))
    settle(house)
    before = rows(house)
    link = house.post.await_link(people[1].address, "u")
    calling.click(house.local(link), do="mute")

    assert rows(house) != before


@pytest.mark.parametrize("host", ["evil.example", "post.moai.example.evil.example:80"])
def test_no_link_is_made_from_the_host_header(house: House, host: str) -> None:
    """Letters, pages and problems name the address of the settings, whoever asks."""
    address = f"ann.{secrets.token_hex(4)}@players.example"
    body = {
        "game": "rapa-nui",
        "host": {"name": "Ann", "address": address},
        "seats": [{"kind": "host"}, {"kind": "bot", "bot": "random"}],
    }
    headers = {"Host": host, "X-Forwarded-Host": host, "Forwarded": f"host={host}"}
    opened = calling.send(house.api("/matches"), body, None, "POST", **headers)
    lost = calling.call(house.api("/nowhere"), headers=headers)
    link = house.post.await_link(address, "c")
    page = calling.call(house.local(link), headers=headers)
    clicked = calling.call(house.local(link), "POST", headers=headers)

    assert (opened.status, page.status, clicked.status) == (201, 200, 200)
    for answer in (opened, lost, page, clicked):
        assert host.encode() not in answer.body
        assert host not in str(answer.headers)
    assert all(one.startswith(BASE_URL) for one in house.post.letters(address)[0].links)
