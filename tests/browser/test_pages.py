"""The pages in a real browser, on a narrow phone."""

import json

import pytest

from tests.parts.browser import Tab
from tests.parts.site import Site

PAGES = {
    "/": "Raise your giants",
    "/docs": "Every game that can be played",
    "/nowhere": "Nothing stands here",
}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_shows_itself_whole_and_asks_nobody_else(tab: Tab, public: Site, path: str) -> None:
    tab.page.goto(public.url + path, wait_until="load")

    assert PAGES[path] in tab.page.inner_text("main")
    assert [url for url in tab.asked if not url.startswith(public.url)] == []
    assert [one for one in tab.complaints if "404" not in one] == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_narrow_screen(tab: Tab, public: Site, path: str) -> None:
    tab.page.goto(public.url + path)

    width = tab.page.evaluate("document.documentElement.scrollWidth")

    assert width <= 360


GROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.mark.parametrize("path", PAGES)
def test_its_style_is_loaded_under_the_strict_policy(tab: Tab, public: Site, path: str) -> None:
    """That of the day, and that of the night."""
    tab.page.goto(public.url + path)
    margin = tab.page.evaluate("getComputedStyle(document.body).marginTop")
    by_day = tab.page.evaluate(GROUND)
    tab.page.emulate_media(color_scheme="dark")

    assert margin == "0px"
    assert tab.page.evaluate(GROUND) != by_day


def test_the_documentation_tells_parameters_and_opens_at_a_problem(tab: Tab, public: Site) -> None:
    tab.page.goto(public.url + "/docs#problem-out-of-turn")

    assert "The game's slug." in tab.page.inner_text("#getGame")
    assert tab.page.locator("#problem-out-of-turn").is_visible()


def test_the_front_page_leads_to_the_documentation_by_keyboard(tab: Tab, public: Site) -> None:
    tab.page.goto(public.url + "/")
    link = tab.page.get_by_role("link", name="Read the API")
    link.focus()
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_url("**/docs")

    assert tab.page.get_by_role("heading", name="Moai Post API").is_visible()


def test_an_operation_is_tried_where_it_is_explained(tab: Tab, public: Site) -> None:
    tab.page.goto(public.url + "/docs")
    one = tab.page.locator("#getGame")
    one.get_by_text("Try it").click()
    one.get_by_label("game", exact=True).fill("chess")
    one.get_by_role("button", name="Send").click()

    answer = one.get_by_label("The answer")
    answer.wait_for()
    assert '"code": "not_found"' in answer.inner_text()
    assert one.locator(".answered .code").inner_text() == "404"


def test_a_match_is_opened_and_looked_at_from_the_documentation(tab: Tab, public: Site) -> None:
    """A body that is sent, and a token that goes along where it is wanted."""
    tab.page.goto(public.url + "/docs")
    opening = tab.page.locator("#openMatch")
    opening.get_by_text("Try it").click()
    seats = [{"kind": "host"}, {"kind": "bot", "bot": "random"}]
    body = {"game": "rapa-nui", "host": {"name": "Ann"}, "seats": seats}
    opening.get_by_label("Body").fill(json.dumps(body))
    opening.get_by_role("button", name="Send").click()
    said = opening.get_by_label("The answer")
    said.wait_for()
    opened = json.loads(said.inner_text().partition("\n\n")[2])
    tab.page.get_by_label("Token", exact=True).fill(opened["seat_token"])
    tab.page.get_by_label("Match", exact=True).fill(opened["match"]["match"])
    view = tab.page.locator("#getView")
    view.get_by_text("Try it").click()
    view.get_by_role("button", name="Send").click()

    view.get_by_label("The answer").wait_for()
    assert '"seat": 0' in view.get_by_label("The answer").inner_text()
