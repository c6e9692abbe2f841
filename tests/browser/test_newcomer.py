"""Somebody who has never been here plays against bots, by clicking alone."""

from playwright.sync_api import Page

from tests.parts.browser import Visit
from tests.parts.choosing import dice
from tests.parts.clicking import MINE, OVER, Clicker, changing, click, title
from tests.parts.house import House

NARROW = 360


def play_now(page: Page, home: House, game: str) -> None:
    """From the front page to a table, against bots that play at random."""
    page.goto(home.site.url)
    form = page.locator(f".game.{game} form")
    form.get_by_label("Bots").select_option("random")
    click(page, form.get_by_role("button", name="Play now"))


def open_short(page: Page, home: House) -> None:
    """From the front page over the form for a whole match, to one of a single round."""
    page.goto(home.site.url)
    click(page, page.locator(".game.giants").get_by_role("link", name="Open a match with friends"))
    click(page, page.locator(".card", has_text="Giants").get_by_role("button", name="3 players"))
    page.get_by_label("Your name").fill("Newcomer")
    for seat in ("Seat 2", "Seat 3"):
        chair = page.get_by_role("group", name=seat)
        chair.get_by_label("Who sits here").select_option("bot random")
    page.get_by_label("Island").select_option("motu-nui")
    page.get_by_label("Quick start").check()
    page.get_by_label("Most rounds").fill("1")
    click(page, page.get_by_role("button", name="Open the match"))


def play_out(hand: Clicker) -> int:
    """So many actions."""
    done = 0
    while hand.await_turn() != OVER:
        hand.act()
        done += 1
    return done


def breakdown(page: Page) -> dict[str, tuple[int, list[int]]]:
    """Each player's points in all, and how they came about, from the finished page."""
    rows = page.locator(".reckoning tbody tr").all()
    return {
        row.locator("th").inner_text(): (
            int(row.locator(".total").inner_text()),
            [_points(line) for line in row.locator(".lines li").all_inner_texts()],
        )
        for row in rows
    }


def _points(line: str) -> int:
    """What a line of the breakdown comes to: "moai: 2 x 4" is eight."""
    count, _, each = line.rpartition(":")[2].partition("x")
    return int(count) * int(each)


def test_a_whole_match_of_giants_on_a_broad_screen(home: House, visit: Visit) -> None:
    page = visit()
    open_short(page, home)
    assert title(page) == MINE
    done = play_out(Clicker(page, dice(11), haste=0.3))

    assert done > 3
    points = breakdown(page)
    assert len(points) == 3
    assert all(total == sum(parts) for total, parts in points.values())
    assert page.locator(".reckoning .won").count() > 0


def test_a_whole_match_of_rapa_nui_on_a_phone(home: House, visit: Visit) -> None:
    """Twelve turns or so, each of a play and its draws."""
    page = visit(NARROW, 740)
    play_now(page, home, "rapa-nui")
    done = play_out(Clicker(page, dice(12)))

    assert done > 20
    points = breakdown(page)
    assert len(points) == 2
    assert all(total == sum(parts) for total, parts in points.values())
    click(page, page.get_by_role("link", name="Watch it again, step by step"))
    assert "entry" in title(page)


def test_a_round_of_giants_without_scripts(home: House, visit: Visit) -> None:
    """Every link and form works by itself: the round is over when bids are asked for again."""
    page = visit(java_script_enabled=False)
    play_now(page, home, "giants")
    hand = Clicker(page, dice(13), haste=0.7, scripted=False)
    stages: list[str] = []
    while len(stages) < 2 or stages[-1] != "round 2: Sealed bids":
        assert hand.await_turn() == MINE
        stages.append(page.locator(".where").inner_text().removeprefix("Giants, "))
        if stages[-1] != "round 2: Sealed bids":
            hand.act()

    assert stages[0] == "round 1: Sealed bids"
    assert "round 1: Placement" in stages


def test_a_page_that_waits_looks_again_by_itself(home: House, visit: Visit) -> None:
    """The bots have acted, and nobody clicked: three seconds later the page shows it."""
    page = visit()
    play_now(page, home, "giants")
    Clicker(page, dice(14)).act()
    with changing(page):
        assert page.locator("[data-wait]").count() == 1

    assert page.locator(".receipt").count() == 1
