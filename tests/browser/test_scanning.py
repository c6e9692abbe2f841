"""Links that are opened before their reader does it: by HEAD, and by a browser with scripts."""

from typing import Literal

from playwright.sync_api import Page

from tests.attacks.test_scanners import rows, settle
from tests.browser.scenes import Scenes
from tests.parts import calling
from tests.parts.browser import Visit
from tests.parts.clicking import click, title
from tests.parts.positions import hauling, stage

LOOKED = (200, 304)
# A picture's links have no address of their own.
HREFS = "all => all.map((one) => new URL(one.getAttribute('href'), location.href).href)"
MOST_ONWARD = 2  # links of each page that are followed too


def onward(page: Page, own: str) -> list[str]:
    """Where a page leads to: drafts on its picture, the ways to act, its log, the public pages."""
    found = page.locator("main a[href]").evaluate_all(HREFS)
    pages = dict.fromkeys(str(link).partition("#")[0] for link in found)
    links = [link for link in pages if link.startswith(own) and "/api/" not in link]
    return links[:: max(1, len(links) // MOST_ONWARD)]


def look(page: Page, url: str, until: Literal["load", "networkidle"]) -> None:
    """As a scanner does: without and with its scripts, until nothing more is loaded."""
    assert calling.call(url, "HEAD").status in LOOKED, url
    answer = page.goto(url, wait_until=until)
    assert answer is not None
    assert answer.status in LOOKED, url


def every_link(scenes: Scenes) -> dict[str, str]:
    """Every kind of token, each where it is at home, and drafts in addresses."""
    gathering, running = scenes.gathering(), scenes.running()
    hauled, bid = scenes.at("giants", hauling), scenes.at("giants", stage("bidding"))
    return {
        "confirm": scenes.confirm(scenes.opened()),
        "invitation": scenes.invitation(gathering),
        "host": scenes.host(gathering),
        "voice": scenes.voice(running),
        "player": scenes.player(running),
        "unsubscribe": scenes.silence(running),
        "seat": scenes.seat(hauled),
        "turn": scenes.turn(hauled),
        "turn, drafted": f"{scenes.turn(hauled)}?way=pass",
        "turn, sealed": f"{scenes.turn(bid)}?way=bid&markers=1",
        "host, sure": f"{scenes.host(running)}?sure=cancel",
        "match": scenes.url(f"/m/{hauled.table.id}"),
        "replay": scenes.url(f"/m/{hauled.table.id}/replay?entry=3"),
        "matches": scenes.url("/matches?game=giants"),
        "style": scenes.url("/static/table.css"),
        "script": scenes.url("/static/moai.js"),
    }


# Each link's first button, and what is seen once it was pressed.
PRESSED = {
    "confirm": ("Yes, open it", "The match is open"),
    "invitation": ("Accept", "You are in"),
    "voice": ("I object", "You have objected"),
    "unsubscribe": ("No more of this match", "No letters"),
}


def test_links_that_were_looked_at_have_changed_nothing_and_then_work(
    scenes: Scenes, visit: Visit
) -> None:
    page, links = visit(), every_link(scenes)
    settle(scenes.home)
    before = rows(scenes.home)
    for url in links.values():
        look(page, url, "networkidle")
        for further in onward(page, scenes.home.site.url):
            look(page, further, "load")
    assert rows(scenes.home) == before

    for name, (button, then) in PRESSED.items():
        page.goto(links[name])
        click(page, page.get_by_role("button", name=button, exact=True))
        assert title(page) == then
    page.goto(links["turn, drafted"])
    click(page, page.get_by_role("button", name="Play it").first)
    assert page.locator(".receipt").count() == 1


def test_control_a_press_is_seen_in_the_rows(scenes: Scenes, visit: Visit) -> None:
    page, link = visit(), scenes.invitation(scenes.gathering())
    settle(scenes.home)
    before = rows(scenes.home)
    page.goto(link)
    click(page, page.get_by_role("button", name="Accept", exact=True))

    assert rows(scenes.home) != before
