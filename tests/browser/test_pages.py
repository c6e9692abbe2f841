"""The pages in a real browser, on a narrow phone, in both colour schemes."""

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


@pytest.mark.parametrize("path", PAGES)
def test_its_style_is_loaded_under_the_strict_policy(tab: Tab, public: Site, path: str) -> None:
    tab.page.goto(public.url + path)

    margin = tab.page.evaluate("getComputedStyle(document.body).marginTop")

    assert margin == "0px"


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
