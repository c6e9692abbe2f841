"""The host's page and an invitation, from the form that opens a match to its end, by clicks."""

import re
import secrets
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.parts.browser import Visit
from tests.parts.clicking import click, title
from tests.parts.house import House


@dataclass
class Host:
    """A host with a match in the making, and the browsers of those it invites."""

    home: House
    visit: Visit
    page: Page
    tag: str

    def address(self, name: str) -> str:
        return f"{name.lower()}.{self.tag}@players.example"

    def press(self, name: str) -> None:
        click(self.page, self.page.get_by_role("button", name=name, exact=True))

    def go(self, name: str) -> None:
        click(self.page, self.page.get_by_role("link", name=name, exact=True))

    def form(self, button: str) -> Locator:
        """The form that this button sends: others ask for a name too."""
        pressed = self.page.get_by_role("button", name=button, exact=True)
        return self.page.locator("form", has=pressed)

    def seat(self, name: str) -> str:
        return self.page.locator(
            "main li.panel", has=self.page.get_by_role("heading", name=name)
        ).inner_text()

    def answer(self, name: str, button: str) -> Page:
        """What somebody says to their invitation, in a browser of their own."""
        page = self.visit(360, 740)
        page.goto(self.home.local(self.home.post.await_link(self.address(name), "i")))
        click(page, page.get_by_role("button", name=button, exact=True))
        return page


@pytest.fixture
def host(home: House, visit: Visit) -> Host:
    """Three seats of Rapa Nui for the host, Bruno and Clara; the start is the host's to say."""
    made = Host(home, visit, visit(), secrets.token_hex(4))
    page = made.page
    page.goto(f"{home.site.url}/open?game=rapa-nui&seats=3")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Your address").fill(made.address("Ann"))
    for number, name in enumerate(("Bruno", "Clara"), start=2):
        chair = page.get_by_role("group", name=f"Seat {number}")
        chair.get_by_label("Name", exact=True).fill(name)
        chair.get_by_label("Address").fill(made.address(name))
    page.get_by_label("Start", exact=True).select_option("host")
    made.press("Open the match")
    assert title(page) == "Look into your inbox"
    page.goto(home.local(home.post.await_link(made.address("Ann"), "c")))
    made.press("Yes, open it")
    made.go("To your match")
    return made


def test_a_form_that_is_wrong_says_where_and_keeps_what_was_typed(
    home: House, visit: Visit
) -> None:
    page = visit(360, 740)
    page.goto(f"{home.site.url}/open?game=rapa-nui&seats=2")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("group", name="Seat 2").get_by_label("Name", exact=True).fill("Bruno")
    click(page, page.get_by_role("button", name="Open the match"))

    address = page.get_by_role("group", name="Seat 2").get_by_label("Address")
    expect(page.get_by_role("alert")).to_contain_text("Nothing you typed is lost")
    expect(address).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Your name")).to_have_value("Ann")


def test_one_accepts_and_one_declines_and_is_replaced_and_the_match_starts(host: Host) -> None:
    assert title(host.answer("Bruno", "Accept")) == "You are in"
    assert title(host.answer("Clara", "Decline")) == "You have declined"
    host.page.reload()
    assert "has accepted" in host.seat("Bruno")
    assert "has declined" in host.seat("Clara")

    host.go("Replace Clara")
    form = host.form("Give the seat")
    form.get_by_label("Name", exact=True).fill("Daria")
    form.get_by_label("Address").fill(host.address("Daria"))
    host.press("Give the seat")
    assert "invited, has not answered" in host.seat("Daria")
    host.press("Start")
    expect(host.page.get_by_role("alert")).to_contain_text("Not everyone has accepted yet")

    host.answer("Daria", "Accept")
    host.press("Start")
    expect(host.page.get_by_role("status")).to_contain_text("The match has started")
    host.go("To my seat")
    # luck says who begins
    awaited = re.compile("^(Your turn|Waiting for (Bruno|Daria))")
    expect(host.page.get_by_role("heading", level=1)).to_have_text(awaited)


@pytest.fixture
def running(host: Host) -> Host:
    for name in ("Bruno", "Clara"):
        host.answer(name, "Accept")
    host.press("Start")
    return host


def test_a_match_is_paused_and_goes_on_and_gets_more_time(running: Host) -> None:
    status = running.page.get_by_role("status")
    running.press("Pause the match")
    expect(status).to_contain_text("The match is paused")
    expect(running.page.get_by_role("button", name="Pause the match")).to_have_count(0)
    running.press("Go on")
    expect(status).to_contain_text("The match goes on")
    deadline = running.page.get_by_text("The present deadline")
    before = deadline.inner_text()
    running.page.get_by_label("Give more time").select_option("168")
    running.press("Move the deadline")

    expect(status).to_contain_text("The deadline has moved")
    assert deadline.inner_text() != before


def test_a_match_is_cancelled_once_the_host_is_sure(running: Host) -> None:
    running.go("Cancel the match")
    running.go("No, go on")
    assert "Running" in running.page.locator("main").inner_text()
    running.go("Cancel the match")
    running.press("Yes, cancel it")

    expect(running.page.get_by_role("status")).to_contain_text("The match is cancelled")
    expect(running.page.get_by_role("button")).to_have_count(0)


def test_a_seat_of_a_running_match_changes_hands_once_its_holder_agrees(running: Host) -> None:
    running.go("Replace Clara")
    running.page.get_by_label("Who", exact=True).select_option("bot random")
    running.press("Give the seat")
    assert "To be given to" in running.seat("Clara")
    page = running.visit(360, 740)
    page.goto(running.home.local(running.home.post.await_link(running.address("Clara"), "v")))
    click(page, page.get_by_role("button", name="Give up my seat"))

    assert title(page) == "You have agreed"
    running.page.reload()
    assert "Bot." in running.page.locator("main li.panel").last.inner_text()
