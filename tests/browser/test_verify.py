"""The page that checks a record, in a real browser: from a file, of a match, and saved."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from engine import record
from engine.record import Record
from tests.browser.scenes import Scenes
from tests.browser.test_every_page import demand_fit
from tests.engine import signed
from tests.parts.browser import Tab, Visit
from tests.parts.site import ROOT

GIANTS = ROOT / "tests" / "engine" / "giants" / "records" / "three-rounds.json"


def choose(page: Page, text: str, name: str = "record.json") -> None:
    file = {"name": name, "mimeType": "application/json", "buffer": text.encode()}
    page.locator("#record").set_input_files(file)  # type: ignore[arg-type]  # a plain dict


def told(page: Page, verdict: str) -> str:
    page.locator(f"#verdict.{verdict}").wait_for()
    return page.locator("#verdict").inner_text()


@pytest.mark.parametrize("tab", ["light"], indirect=True)
def test_a_chosen_file_is_checked_and_a_tampered_one_named(tab: Tab, scenes: Scenes) -> None:
    """On a telephone, under the strict policy; the record is sent nowhere."""
    page = tab.page
    page.goto(scenes.url("/verify"))
    asked = len(tab.asked)
    choose(page, record.text(signed.finished()))
    sound = told(page, "sound")
    choose(page, GIANTS.read_text().replace('"turn":1}', '"turn":2}', 1))
    faulty = told(page, "faulty")

    assert "Nothing is wrong" in sound
    assert "Signatures that hold\n6" in sound
    assert "whether the rules allow each step" in sound
    assert "The hash of entry 2 is not that of its content." in faulty
    assert "Entry 2, wrong_hash" in faulty
    assert [url for url in tab.asked[asked:] if "/static/" not in url] == []
    assert tab.complaints == []
    demand_fit(page)


def test_one_click_on_a_finished_match_checks_it(scenes: Scenes, visit: Visit) -> None:
    finished = scenes.finished("rapa-nui")
    page = visit(360, 740)
    page.goto(scenes.url(f"/m/{finished.table.id}"))
    page.get_by_role("link", name="Check the record").click()
    watcher = told(page, "sound")
    page.goto(scenes.seat(finished))
    page.get_by_role("link", name="Check the record").click()
    player = told(page, "sound")
    page.get_by_label("A head from one of your letters").fill("0" * 64)
    page.get_by_role("button", name="Check it").click()

    assert finished.table.id in watcher
    assert watcher == player
    assert "unknown_head" in told(page, "faulty")


def test_a_match_that_is_not_here_is_said_to_be_missing(scenes: Scenes, visit: Visit) -> None:
    page = visit()
    page.goto(scenes.url("/verify?match=nowhere"))

    assert "There is no such match here." in told(page, "faulty")


def test_in_another_language_the_verdict_is_too(scenes: Scenes, visit: Visit) -> None:
    page = visit()
    page.goto(scenes.url("/verify?lang=de"))
    choose(page, "[]")

    assert told(page, "faulty").startswith("Das ließ sich nicht prüfen")


def test_saved_as_one_file_it_needs_nobody(scenes: Scenes, visit: Visit, tmp_path: Path) -> None:
    """From a disk, with no network at all; what it says is what the page says."""
    page = visit(360, 740)
    page.goto(scenes.url("/verify"))
    with page.expect_download() as begun:
        page.get_by_role("link", name="Save this page as one file").click()
    begun.value.save_as(tmp_path / "kept.html")
    alone = visit(360, 740, offline=True)
    complaints: list[str] = []
    alone.on("console", lambda one: complaints.append(one.text))
    alone.goto((tmp_path / "kept.html").as_uri())
    tampered: Record = signed.finished()
    choose(alone, record.text(tampered).replace('"signed_only":false', '"signed_only":true', 1))

    assert "Entry 2, wrong_hash" in told(alone, "faulty")
    choose(alone, record.text(tampered))
    assert "Nothing is wrong" in told(alone, "sound")
    assert complaints == []
    demand_fit(alone)


def test_without_its_own_cryptography_a_browser_says_what_to_do(
    scenes: Scenes, visit: Visit
) -> None:
    """As on a page that came over plain HTTP from another machine."""
    page = visit()
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page.goto(scenes.url("/verify"))
    choose(page, record.text(signed.finished()))

    assert "Save the page as one file" in told(page, "faulty")
