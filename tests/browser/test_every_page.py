"""Every page in every state: open to all by WCAG 2.2 AA, whole on a phone and on a broad screen."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from flask import Flask
from playwright.sync_api import Page, Request
from werkzeug.exceptions import NotFound

from tests.browser.scenes import Scenes
from tests.browser.states import STATES
from tests.parts.browser import Visit
from tests.scale import SOAK

PAGED = ("document", "fetch")  # a whole page, or one that is changed in place
SIZES = {"phone": (360, 740), "broad": (1280, 900)}
WHOLE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast"]
# What hangs on where things are, and so on what ground they lie; all else is the same words and
# marks at every size.
PLACES = [*COLOURS, "target-size", "scrollable-region-focusable", "bypass"]
RULES = {"phone": WHOLE, "broad": PLACES}
# A page's states differ in words: a broad screen and what is in the picture (whose colours
# tests/drawing judges too) are looked at in the first; in a soak, in all of them.
FIRST = {state.way: name for name, state in reversed(STATES.items())}.values()
PICTURED = "main svg > :not(title, desc)"
# One template writes them all: of seventy operations, and of schemas, the first five are judged.
REPEATED = "article.operation:nth-of-type(n+6), #schemas ~ :is(h3, dl):nth-of-type(n+6)"
DROP = "(which) => document.querySelectorAll(which).forEach((one) => one.remove())"
AXE = """async (rules) =>
  (await axe.run({ runOnly: rules, resultTypes: ["violations"] })).violations"""
NO_PAGES = {
    "GET /healthz",
    "GET /readyz",
    "GET /metrics",
    "GET /static/<path:filename>",
    "GET /openapi.yaml",
    "GET /palette.css",
    "GET /security.txt",
    "GET /.well-known/security.txt",
    "GET /verify.html",
    "GET /mailbox/<int:letter>/picture",
    "GET /p/<token>/data",
}
# Looked at in test_from_a_letter; a letter in its frame in test_mailbox.
IN_THE_MAILBOX = {
    "GET /mailbox",
    "GET /mailbox/<int:letter>",
    "GET /mailbox/<int:letter>/html",
}
MOVING = """() => [...document.querySelectorAll("*")].filter((one) => {
  const style = getComputedStyle(one);
  const still = /^(0s(, )?)+$/;
  return !still.test(style.transitionDuration) || style.animationName !== "none"
    || style.scrollBehavior === "smooth";
}).map((one) => one.outerHTML.slice(0, 80))"""


def ways(app: Flask) -> set[str]:
    """Every method and route that answers a person."""
    return {
        f"{method} {rule.rule}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) & {"GET", "POST"}
        if not rule.rule.startswith("/api/")
    }


def test_every_route_has_a_state_here(app: Flask) -> None:
    """A new page that nobody looks at is found."""
    looked_at = {state.way for state in STATES.values()} - {"none"}

    assert looked_at | NO_PAGES | IN_THE_MAILBOX == ways(app)


def demand_open_to_all(page: Page) -> None:
    """By day in each size; by night there are other colours and nothing else."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        demand_fit(page)
        demand_none(page, RULES[size], size)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    demand_none(page, COLOURS, "dark")


def demand_its_words_are(page: Page) -> None:
    """A page whose first state was looked at as above."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    for width, height in reversed(SIZES.values()):
        page.set_viewport_size({"width": width, "height": height})
        demand_fit(page)
    page.evaluate(DROP, PICTURED)
    demand_none(page, WHOLE, "phone")
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    demand_none(page, COLOURS, "dark")


def violations(page: Page, rules: list[str]) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[dict[str, Any]] = page.evaluate(AXE, rules)
    return [
        f"{one['id']}: {node['target']} {node['html'][:160]} {node['failureSummary']}"
        for one in found
        for node in one["nodes"]
    ]


def demand_none(page: Page, rules: list[str], where: str) -> None:
    found = violations(page, rules)
    assert found == [], f"{where}: " + "\n".join(found)


def demand_fit(page: Page) -> None:
    """Nothing is wider than the screen, and what is to be pressed can be."""
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{wide} too wide: {page.evaluate(WIDEST)}"
    assert page.evaluate(OUT_OF_REACH) == []


WIDEST = """[...document.querySelectorAll("main *")].filter(
  (one) => one.getBoundingClientRect().right > innerWidth + 1
).slice(0, 5).map((one) => one.outerHTML.slice(0, 100))"""
# Something else lies where a finger would meet it, or it is not to be pressed at all.
OUT_OF_REACH = """() => {
  const all = document.querySelectorAll("main :is(button, a.button):not(.quiet)");
  const found = [...all].filter((one) => one.checkVisibility()).filter((one) => {
    one.scrollIntoView({ block: "center" });
    const box = one.getBoundingClientRect();
    const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return one.disabled || !one.contains(met);
  });
  scrollTo(0, 0);
  return found.map((one) => `out of reach: ${one.outerHTML.slice(0, 100)}`);
}"""


def way(app: Flask, asked: Request) -> str:
    """The method and the route of a request."""
    path = urlsplit(asked.url).path
    try:
        rule, _ = app.url_map.bind("").match(path, asked.method, return_rule=True)
    except NotFound:
        return "none"
    return f"{asked.method} {rule.rule}"


@pytest.fixture
def asked(page: Page) -> Iterator[list[Request]]:
    """Every page that it asks for."""
    found: list[Request] = []

    def note(one: Request) -> None:
        if one.resource_type in PAGED:
            found.append(one)

    page.on("request", note)
    yield found
    page.remove_listener("request", note)


@pytest.mark.parametrize("name", STATES)
def test_a_page_is_open_to_all_and_fits(
    scenes: Scenes, page: Page, asked: list[Request], name: str
) -> None:
    STATES[name].reach(page, scenes)
    assert way(scenes.home.app, asked[-1]) == STATES[name].way
    page.evaluate(DROP, REPEATED)
    demand = demand_open_to_all if name in FIRST or SOAK > 1 else demand_its_words_are
    demand(page)

    assert page.evaluate(MOVING) == []


FAULTS = {
    "image-alt": "<img src='/static/moai.svg'>",
    "color-contrast": "<p class='faint'>Hardly to be read</p>",
    "label": "<input name='x'>",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_control_a_fault_is_found(scenes: Scenes, visit: Visit, fault: str) -> None:
    page = visit()
    page.goto(scenes.url("/rules"))
    page.locator("main").evaluate(
        "(main, text) => main.insertAdjacentHTML('beforeend', text)", FAULTS[fault]
    )
    page.evaluate("for (const one of document.querySelectorAll('.faint')) one.style.color = '#ddd'")

    assert {one.partition(":")[0] for one in violations(page, WHOLE)} == {fault}


def test_control_what_is_too_wide_or_covered_is_found(scenes: Scenes, visit: Visit) -> None:
    page = visit(360, 740)
    page.goto(scenes.url("/"))
    demand_fit(page)
    page.evaluate(COVER)

    with pytest.raises(AssertionError, match="out of reach"):
        demand_fit(page)
    page.locator("h1").evaluate("one => { one.style.width = '900px' }")

    with pytest.raises(AssertionError, match="too wide"):
        demand_fit(page)


COVER = """() => {
  const lid = document.createElement("div");
  Object.assign(lid.style, { position: "fixed", inset: "0" });
  document.body.append(lid);
}"""
