"""A turn of each phase by keyboard alone: focus is seen, in order, and never lost."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes import Scenes
from tests.parts.clicking import changing
from tests.parts.positions import Wanted, hauling, peeking, stage

MOST_TABS = 120
MOST_STEPS = 8
OPEN_CHOICE = "fieldset:not(:has(:checked)) input[type=radio]"
OPEN_LIST = "form.way select:has(option[value='']:checked)"
GIANTS: dict[str, tuple[Wanted, str]] = {
    "bid": (stage("bidding"), ""),
    "pick": (stage("picking"), ""),
    "place": (stage("placement"), "?way=place"),
    "transport": (hauling, "?way=move"),
    "recall": (stage("recall"), ""),
    "peek": (peeking, "?way=peek"),
}
RAPA_NUI = ("play", "sacrifice", "lay", "draw", "claim", "substitute")

# What has the focus: whether it is marked, on the screen, and after what had it before.
FOCUS = """() => {
  const one = document.activeElement;
  if (one === document.body) return (window.moaiBefore = null);
  const box = one.getBoundingClientRect();
  const outlined = (what) => what && getComputedStyle(what).outlineStyle !== "none"
    && parseFloat(getComputedStyle(what).outlineWidth) >= 2;
  const ring = one.querySelector(".ring");
  const before = window.moaiBefore;
  window.moaiBefore = one;
  return {
    what: one.outerHTML.slice(0, 90),
    marked: Boolean(outlined(one) || outlined(one.closest(".choice"))
      || (ring && parseFloat(getComputedStyle(ring).strokeWidth) >= 4)),
    seen: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    onward: !before?.isConnected || Boolean(before.compareDocumentPosition(one) & 4),
  };
}"""


def demand_focus(page: Page) -> None:
    """Something has it, and can be seen to."""
    found = page.evaluate(FOCUS)
    assert found is not None, "the focus is lost"
    assert found["marked"], found
    assert found["seen"], found


def tab_to(page: Page, wanted: str) -> None:
    """Tab by tab, each further down the page than the last, until this has the focus."""
    if page.locator(f":is({wanted}):focus").count():
        return
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUS)
        if found is None:
            continue  # past the end, and round again
        assert found["marked"], found
        assert found["seen"], found
        assert found["onward"], found
        if page.locator(f":is({wanted}):focus").count():
            return
    pytest.fail(f"no Tab leads to {wanted}")


def press(page: Page, key: str) -> None:
    with changing(page):
        page.keyboard.press(key)
    assert page.evaluate(FOCUS) is not None, "the focus is lost"


def leap(page: Page, place: str) -> None:
    """Follow a link within the page, and be there before the next key."""
    page.keyboard.press("Enter")
    expect(page.locator(place)).to_be_focused()


def fill(page: Page) -> None:
    """One more thing by keys: what is open in the form, else on with it."""
    if page.locator(OPEN_CHOICE).count():
        tab_to(page, OPEN_CHOICE)
        return press(page, "Space")
    if page.locator(OPEN_LIST).count() and page.locator("form.way[method=get]").count():
        tab_to(page, OPEN_LIST)
        return press(page, "ArrowDown")
    tab_to(page, "form.way button")
    return press(page, "Enter")


def act(page: Page) -> None:
    for _ in range(MOST_STEPS):
        if page.locator(".preview").count():
            break
        fill(page)
    tab_to(page, ".preview button")
    press(page, "Enter")


@pytest.mark.parametrize("name", GIANTS)
def test_a_turn_of_giants_by_keyboard(scenes: Scenes, page: Page, name: str) -> None:
    wanted, draft = GIANTS[name]
    page.goto(scenes.seat(scenes.at("giants", wanted)) + draft)
    act(page)

    expect(page.locator(".receipt")).to_be_focused()


@pytest.mark.parametrize("step", RAPA_NUI)
def test_a_step_of_rapa_nui_by_keyboard(scenes: Scenes, page: Page, step: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(scenes.seat(scenes.at("rapa-nui", stage(step))))
    act(page)

    expect(page.locator(".receipt")).to_be_focused()


def test_a_hex_is_chosen_on_the_map_by_keyboard_and_keeps_the_focus(
    scenes: Scenes, page: Page
) -> None:
    page.goto(scenes.seat(scenes.at("giants", stage("placement"))))
    tab_to(page, ".board a.spot")
    spot = page.evaluate("document.activeElement.dataset.spot")
    press(page, "Enter")

    assert page.evaluate("document.activeElement.dataset.spot") == spot
    assert page.locator("#f-at").input_value() == spot


def test_arrows_go_through_choices_and_keep_the_focus(scenes: Scenes, page: Page) -> None:
    page.goto(scenes.seat(scenes.at("rapa-nui", stage("draw"))))
    tab_to(page, OPEN_CHOICE)
    press(page, "Space")
    first = page.locator("input:checked").get_attribute("id")
    press(page, "ArrowDown")

    second = page.locator("input:checked")
    assert second.get_attribute("id") != first
    expect(second).to_be_focused()


def test_the_first_tab_leads_past_the_head_and_another_past_the_map(
    scenes: Scenes, page: Page
) -> None:
    """Nobody has to go through every hex to reach the form, nor waits for the page to come anew."""
    page.goto(scenes.seat(scenes.at("giants", stage("placement"))))
    page.evaluate("document.querySelector('main').dataset.first = ''")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    leap(page, "#content")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip the picture")).to_be_focused()
    demand_focus(page)
    leap(page, "#ways")
    page.keyboard.press("Tab")

    assert page.locator(".ways :focus").count() == 1
    assert page.locator("main[data-first]").count() == 1
