"""Four people, each with a mailbox and a browser: a round of Giants by their letters' links."""

import secrets
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.parts import calling
from tests.parts.browser import Visit
from tests.parts.choosing import dice
from tests.parts.clicking import MINE, OVER, SHUT, Clicker, click, title
from tests.parts.house import House
from tests.parts.site import wait_for

NAMES = ("Ann", "Bruno", "Clara", "Daria")
TERMS: dict[str, Any] = {
    "game": "giants",
    "options": {"island": "rapa-nui", "quick": True, "max_rounds": 1},
}


@dataclass
class Reader:
    """Somebody at a browser of their own, who follows the newest letter."""

    home: House
    page: Page
    address: str
    hand: Clicker
    link: str | None = None

    def follow(self, door: str) -> None:
        self.link = self.home.post.await_link(self.address, door, self.link)
        self.page.goto(self.home.local(self.link))

    def act(self) -> str:
        """One action by the letter's link; the stage it was in."""
        if self.link is None or "/t/" not in self.link or title(self.page) == SHUT:
            self.follow("t")
        while self.hand.await_turn() == SHUT:
            self.follow("t")
        stage = self.page.locator(".where").inner_text()
        assert title(self.page) == MINE
        self.hand.act()
        return stage


def gathered(home: House, visit: Visit) -> tuple[str, list[Reader]]:
    """A match that all have accepted, each by a click behind a letter's link."""
    tag = secrets.token_hex(4)
    people = [f"{name.lower()}.{tag}@players.example" for name in NAMES]
    seats = [
        {"kind": "player", "name": name, "address": address}
        for name, address in zip(NAMES[1:], people[1:], strict=True)
    ]
    host = {"name": NAMES[0], "address": people[0]}
    asked = TERMS | {"host": host, "seats": [{"kind": "host"}, *seats]}
    opened = calling.send(home.api("/matches"), asked, Idempotency_Key=secrets.token_hex(16))
    readers = []
    for number, address in enumerate(people):
        page = visit(360 if number % 2 else 1280)
        readers.append(Reader(home, page, address, Clicker(page, dice(number), haste=0.6)))
    readers[0].follow("c")
    click(readers[0].page, readers[0].page.get_by_role("button", name="Yes, open it"))
    for one in readers[1:]:
        one.follow("i")
        click(one.page, one.page.get_by_role("button", name="Accept"))
        assert title(one.page) == "You are in"
    return str(opened.json["match"]["match"]), readers


def test_a_round_of_giants_through_the_links_of_four_peoples_letters(
    home: House, visit: Visit
) -> None:
    match, readers = gathered(home, visit)
    stages: set[str] = set()
    while (seen := calling.call(home.api(f"/matches/{match}")).json)["status"] == "running":
        waited_for = [seat for seat in seen["awaited"] if seat not in seen["submitted"]]
        stages |= {readers[seat].act() for seat in waited_for}

    assert {"Giants, round 1: Sealed bids", "Giants, round 1: Placement"} <= stages
    for one in readers:
        wait_for(lambda one=one: _ended(home, one.address), f"the last letter to {one.address}")  # type: ignore[misc]  # bound at once


def _ended(home: House, address: str) -> bool:
    return "The seed itself" in home.post.letters(address)[-1].text


def test_the_page_of_a_link_whose_phase_is_over_leads_to_the_newest_letter(
    home: House, visit: Visit
) -> None:
    _, readers = gathered(home, visit)
    for one in readers:
        one.act()
    first = readers[0]
    old = str(first.link)
    first.follow("t")
    first.page.goto(home.local(old))

    assert title(first.page) == SHUT
    assert "Open the newest letter" in first.page.locator("main").inner_text()
    assert OVER not in first.page.locator("main").inner_text()
