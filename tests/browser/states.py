"""Every page that there is, in each of its states: its route, and how a browser gets there."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page

from engine.record import text
from tests.browser.scenes import Scenes
from tests.engine.signed import finished
from tests.parts.clicking import click
from tests.parts.positions import Wanted, anything, hauling, peeking, stage


@dataclass(frozen=True)
class State:
    """`way` is the method and the route of what the browser shows in the end."""

    way: str
    reach: Callable[[Page, Scenes], None]


def at(path: str) -> Callable[[Page, Scenes], None]:
    """A page that anyone may open."""
    return lambda page, scenes: go(page, scenes.url(path))


def go(page: Page, url: str) -> None:
    page.goto(url)


def press(page: Page, name: str) -> None:
    click(page, page.get_by_role("button", name=name, exact=True).first)


# --- public pages


def _refused_play(page: Page, scenes: Scenes) -> None:
    go(page, scenes.url("/"))
    form = page.locator("form.now").first
    form.get_by_label("Your name").fill("https://moai.example")
    click(page, form.get_by_role("button", name="Play now"))


def _faulty_opening(page: Page, scenes: Scenes) -> None:
    go(page, scenes.url("/open?game=giants&seats=3"))
    press(page, "Open the match")


def _opened(page: Page, scenes: Scenes) -> None:
    go(page, scenes.url("/open?game=rapa-nui&seats=2"))
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Your address").fill("ann.state@players.example")
    seat = page.get_by_role("group", name="Seat 2")
    seat.get_by_label("Name", exact=True).fill("Bruno")
    seat.get_by_label("Address").fill("bruno.state@players.example")
    press(page, "Open the match")


def _replay(page: Page, scenes: Scenes) -> None:
    go(page, scenes.url(f"/m/{scenes.at('giants', hauling).table.id}/replay?entry=5"))


def _faulty_import(page: Page, scenes: Scenes) -> None:
    go(page, scenes.url("/import"))
    file = {"name": "record.json", "mimeType": "application/json", "buffer": b"{}"}
    page.get_by_label("The record").set_input_files(file)  # type: ignore[arg-type]  # a plain dict
    press(page, "Bring it in")


def _checked(record: str, verdict: str) -> Callable[[Page, Scenes], None]:
    """A record from a file, and what is found in it."""

    def reach(page: Page, scenes: Scenes) -> None:
        go(page, scenes.url("/verify"))
        file = {"name": "r.json", "mimeType": "application/json", "buffer": record.encode()}
        page.get_by_label("The record").set_input_files(file)  # type: ignore[arg-type]  # a plain dict
        page.locator(f"#verdict.{verdict}").wait_for()

    return reach


def _listed(page: Page, scenes: Scenes) -> None:
    scenes.running()
    go(page, scenes.url("/matches"))


PUBLIC = {
    "front": State("GET /", at("/")),
    "lost": State("none", at("/nowhere")),
    "documentation": State("GET /docs", at("/docs")),
    "all rules": State("GET /rules", at("/rules")),
    "rules of Giants": State("GET /rules/<game>", at("/rules/giants")),
    "rules of Rapa Nui": State("GET /rules/<game>", at("/rules/rapa-nui")),
    "help": State("GET /help", at("/help")),
    "play refused": State("POST /play", _refused_play),
    "opening, choice": State("GET /open", at("/open")),
    "opening, form": State("GET /open", at("/open?game=giants&seats=5")),
    "opening, faults": State("POST /open", _faulty_opening),
    "opened": State("POST /open", _opened),
    "matches": State("GET /matches", _listed),
    "bringing in": State("GET /import", at("/import")),
    "bringing in, faults": State("POST /import", _faulty_import),
    "checking": State("GET /verify", at("/verify")),
    "checking, sound": State("GET /verify", _checked(text(finished()), "sound")),
    "checking, faulty": State("GET /verify", _checked("{}", "faulty")),
    "match gathering": State(
        "GET /m/<match>", lambda page, scenes: go(page, scenes.url(f"/m/{scenes.gathering()}"))
    ),
    "match running": State(
        "GET /m/<match>",
        lambda page, scenes: go(page, scenes.url(f"/m/{scenes.at('giants', hauling).table.id}")),
    ),
    "match finished": State(
        "GET /m/<match>",
        lambda page, scenes: go(page, scenes.url(f"/m/{scenes.finished('rapa-nui').table.id}")),
    ),
    "replay": State("GET /m/<match>/replay", _replay),
}


# --- behind links before and beside a match


def _pressed(url: Callable[[Scenes], str], button: str) -> Callable[[Page, Scenes], None]:
    def reach(page: Page, scenes: Scenes) -> None:
        go(page, url(scenes))
        press(page, button)

    return reach


def _link(url: Callable[[Scenes], str]) -> Callable[[Page, Scenes], None]:
    return lambda page, scenes: go(page, url(scenes))


def _resigned(page: Page, scenes: Scenes) -> None:
    go(page, f"{scenes.own_seat(scenes.running())}?sure=resign")
    press(page, "Yes, I resign")


def _match_and_key(scenes: Scenes) -> tuple[str, str]:
    """A match, and the page of somebody who plays it."""
    match = scenes.running()
    return match, scenes.player(match)


def _left(page: Page, scenes: Scenes) -> None:
    go(page, scenes.player(scenes.running()))
    day = datetime.now(UTC).date() + timedelta(days=9)
    page.get_by_label("First day").fill(day.isoformat())
    page.get_by_label("Last day").fill(day.isoformat())
    press(page, "I am away on these days")


SEND_PAGE = "Send me the link to my page with all matches"
LINKS = {
    "confirm": State("GET /c/<token>", _link(lambda s: s.confirm(s.opened()))),
    "confirmed": State(
        "POST /c/<token>", _pressed(lambda s: s.confirm(s.opened()), "Yes, open it")
    ),
    "invitation": State("GET /i/<token>", _link(lambda s: s.invitation(s.gathering()))),
    "accepted": State("POST /i/<token>", _pressed(lambda s: s.invitation(s.gathering()), "Accept")),
    "declined": State(
        "POST /i/<token>", _pressed(lambda s: s.invitation(s.gathering()), "Decline")
    ),
    "host gathering": State("GET /h/<token>", _link(lambda s: s.host(s.gathering()))),
    "host running": State("GET /h/<token>", _link(lambda s: s.host(s.running()))),
    "host not sure": State("GET /h/<token>", _link(lambda s: f"{s.host(s.running())}?sure=cancel")),
    "host replacing": State("GET /h/<token>", _link(lambda s: f"{s.host(s.gathering())}?seat=1")),
    "host refused": State("POST /h/<token>", _pressed(lambda s: s.host(s.gathering()), "Start")),
    "host paused": State(
        "POST /h/<token>", _pressed(lambda s: s.host(s.running()), "Pause the match")
    ),
    "page by letter": State(
        "GET /s/<token>/my-page", _link(lambda s: s.own_seat(s.gathering()) + "/my-page")
    ),
    "page by letter, asked": State(
        "POST /s/<token>/my-page",
        _pressed(lambda s: s.own_seat(s.gathering()) + "/my-page", SEND_PAGE),
    ),
    "host's page by letter": State(
        "GET /h/<token>/my-page", _link(lambda s: s.host(s.gathering()) + "/my-page")
    ),
    "host's page by letter, asked": State(
        "POST /h/<token>/my-page",
        _pressed(lambda s: s.host(s.gathering()) + "/my-page", SEND_PAGE),
    ),
    "my matches": State("GET /p/<token>", _link(lambda s: s.player(s.running()))),
    "my days away": State("POST /p/<token>", _left),
    "coming back": State("GET /r/<token>", _link(lambda s: s.stood_in(s.running()))),
    "come back": State(
        "POST /r/<token>", _pressed(lambda s: s.stood_in(s.running()), "Take my seat back")
    ),
    "my change": State("POST /p/<token>", _pressed(lambda s: s.player(s.running()), "Change it")),
    "my letters": State(
        "GET /p/<token>/letters", _link(lambda s: s.player(s.faulty(s.running())) + "/letters")
    ),
    "my letters again": State(
        "POST /p/<token>/letters",
        _pressed(lambda s: s.player(s.faulty(s.gathering())) + "/letters", "Write to me again"),
    ),
    "erasing": State("GET /p/<token>/erase", _link(lambda s: s.player(s.running()) + "/erase")),
    "erased": State(
        "POST /p/<token>/erase",
        _pressed(lambda s: s.player(s.running()) + "/erase", "Erase me for good"),
    ),
    "new links of a seat": State(
        "GET /s/<token>/links", _link(lambda s: s.own_seat(s.running()) + "/links")
    ),
    "new links of a seat, on their way": State(
        "POST /s/<token>/links",
        _pressed(lambda s: s.own_seat(s.running()) + "/links", "Replace my links"),
    ),
    "new links of a host": State(
        "GET /h/<token>/links", _link(lambda s: s.host(s.running()) + "/links")
    ),
    "new links of a host, on their way": State(
        "POST /h/<token>/links",
        _pressed(lambda s: s.host(s.running()) + "/links", "Replace my links"),
    ),
    "my new links": State(
        "GET /p/<token>/links", _link(lambda s: s.player(s.running()) + "/links")
    ),
    "my new links, on their way": State(
        "POST /p/<token>/links",
        _pressed(lambda s: s.player(s.running()) + "/links", "Replace my links"),
    ),
    "letters of a seat": State(
        "GET /s/<token>/letters", _link(lambda s: s.own_seat(s.gathering()) + "/letters")
    ),
    "letters of a seat again": State(
        "POST /s/<token>/letters",
        _pressed(lambda s: s.own_seat(s.faulty(s.gathering())) + "/letters", "Write to me again"),
    ),
    "letters chosen": State(
        "GET /p/<token>/letters/choose",
        _link(lambda s: f"{s.player(s.running())}/letters/choose"),
    ),
    "letters, chosen otherwise": State(
        "POST /p/<token>/letters/choose",
        _pressed(lambda s: f"{s.player(s.running())}/letters/choose", "Keep this choice"),
    ),
    "letters of a match": State(
        "GET /p/<token>/letters/choose",
        _link(lambda s: "{1}/letters/choose?match={0}".format(*_match_and_key(s))),
    ),
    "fewer letters": State("GET /u/<token>", _link(lambda s: s.silence(s.running()))),
    "no letters": State(
        "POST /u/<token>", _pressed(lambda s: s.silence(s.running()), "No more of this match")
    ),
    "voice": State("GET /v/<token>", _link(lambda s: s.voice(s.running()))),
    "vote": State("GET /v/<token>", _link(lambda s: s.vote(s.running()))),
    "voted": State("POST /v/<token>", _pressed(lambda s: s.vote(s.running()), "I disagree")),
    "table asked": State("GET /s/<token>", _link(lambda s: s.asked(s.running()))),
    "table not sure": State(
        "GET /s/<token>", _link(lambda s: f"{s.own_seat(s.running())}?sure=resign")
    ),
    "resigned": State("POST /s/<token>", _resigned),
    "objected": State("POST /v/<token>", _pressed(lambda s: s.voice(s.running()), "I object")),
}


# --- at a table


def _table(game: str, wanted: Wanted, draft: str = "") -> State:
    return State("GET /s/<token>", _link(lambda s: s.seat(s.at(game, wanted)) + draft))


def _hauled(page: Page, scenes: Scenes) -> None:
    """An item in hand, and somewhere to go with it."""
    go(page, scenes.seat(scenes.at("giants", hauling)))
    if not page.locator("#f-to").count():
        with_item = page.locator("#f-item option:not([value=''])").first.get_attribute("value")
        go(page, f"{page.url}?way=move&item={with_item}")
    item = page.locator("#f-item").input_value()
    to = page.locator("#f-to option:not([value=''])").last.get_attribute("value")
    go(page, f"{page.url.partition('?')[0]}?way=move&item={item}&to={to}")


def _previewed(page: Page, scenes: Scenes) -> None:
    go(page, scenes.turn(scenes.at("giants", stage("bidding"))))
    press(page, "Show what it would do")


def _sealed(page: Page, scenes: Scenes) -> None:
    _previewed(page, scenes)
    press(page, "Seal it")


def _withdrawn(page: Page, scenes: Scenes) -> None:
    go(page, scenes.seat(scenes.at("giants", stage("bidding"))))
    press(page, "Show what it would do")
    press(page, "Seal it")
    press(page, "Withdraw it")


def _said(words: str, game: str, wanted: Wanted) -> Callable[[Page, Scenes], None]:
    def reach(page: Page, scenes: Scenes) -> None:
        go(page, scenes.turn(scenes.at(game, wanted)))
        page.locator("details.typed").evaluate("one => one.open = true")
        page.fill("#text", words)
        click(page, page.locator(".typed").get_by_role("button", name="Play it"))

    return reach


def _planned(page: Page, scenes: Scenes) -> None:
    """A step in words, laid down by somebody who waits."""
    go(page, scenes.seat(scenes.waiting("giants", stage("placement"))))
    page.locator("details.adding").evaluate("one => one.open = true")
    page.fill("#step", "pass")
    click(page, page.locator(".adding").get_by_role("button", name="Add to my plan"))


def _dropping(scenes: Scenes) -> str:
    return scenes.planned(scenes.waiting("giants", stage("placement")))


def _asked_for_link(page: Page, scenes: Scenes) -> None:
    go(page, scenes.turn(scenes.at("giants", stage("placement"))))
    page.locator("details#whole").evaluate("one => one.open = true")
    press(page, "Send me my seat's link")


def _said_at_the_table(page: Page, scenes: Scenes) -> None:
    go(page, scenes.seat(scenes.at("giants", stage("placement"))))
    page.fill("#message", "Shall we hurry a little?\nI am away from Monday.")
    press(page, "Send it")


def _talked(page: Page, scenes: Scenes) -> None:
    _said_at_the_table(page, scenes)
    go(page, page.url.partition("#")[0].partition("?")[0] + "/talk")


def _may_take_back(page: Page, scenes: Scenes) -> None:
    go(page, scenes.seat(scenes.at("giants", stage("placement"))))
    page.locator("details.typed").evaluate("one => one.open = true")
    page.fill("#text", "pass")
    click(page, page.locator(".typed").get_by_role("button", name="Play it"))
    go(page, page.url)


def _taken_back(page: Page, scenes: Scenes) -> None:
    _may_take_back(page, scenes)
    press(page, "Take it back")


TABLES = {
    "bidding": _table("giants", stage("bidding")),
    "bid shown": State("POST /t/<token>", _previewed),
    "bid sealed": State("POST /t/<token>", _sealed),
    "picking": _table("giants", stage("picking")),
    "placement": _table("giants", stage("placement")),
    "placement drafted": _table("giants", stage("placement"), "?way=place&figure=worker&at=C3"),
    "placement refused": State("POST /t/<token>", _said("worker Z9", "giants", stage("placement"))),
    "transport": _table("giants", hauling),
    "transport drafted": State("GET /s/<token>", _hauled),
    "recall": _table("giants", stage("recall")),
    "peek": _table("giants", peeking, "?way=peek"),
    "waiting": State(
        "GET /t/<token>", _link(lambda s: s.turn(s.waiting("giants", stage("placement"))))
    ),
    "planned": State("POST /s/<token>", _planned),
    "plan to drop": State("GET /d/<token>", _link(_dropping)),
    "plan dropped": State("POST /d/<token>", _pressed(_dropping, "Drop this plan")),
    "seat's link asked": State("POST /t/<token>", _asked_for_link),
    "passed": State("POST /t/<token>", _said("pass", "giants", stage("placement"))),
    "shut": State("POST /t/<token>", _said("draw 1", "rapa-nui", stage("draw"))),
    "giants over": State("GET /s/<token>", _link(lambda s: s.seat(s.finished("giants")))),
    "rapa nui over": State("GET /s/<token>", _link(lambda s: s.seat(s.finished("rapa-nui")))),
    "undealt": State("GET /s/<token>", _link(lambda s: s.own_seat(s.gathering()))),
    "log of a phase": State(
        "GET /t/<token>/log", _link(lambda s: s.turn(s.at("giants", hauling)) + "/log")
    ),
    "log of a seat": State(
        "GET /s/<token>/log", _link(lambda s: s.seat(s.at("rapa-nui", anything)) + "/log")
    ),
    "letters of a phase": State(
        "GET /t/<token>/letters",
        _link(lambda s: s.turn(s.at("rapa-nui", anything)) + "/letters"),
    ),
    "letters of a phase again": State(
        "POST /t/<token>/letters",
        _pressed(
            lambda s: s.faulty_turn(s.at("rapa-nui", anything)) + "/letters", "Write to me again"
        ),
    ),
    "own replay": State(
        "GET /s/<token>/replay", _link(lambda s: s.seat(s.at("rapa-nui", anything)) + "/replay")
    ),
    "talk of a phase": State(
        "GET /t/<token>/talk", _link(lambda s: s.turn(s.at("rapa-nui", anything)) + "/talk")
    ),
    "talk of a seat": State("GET /s/<token>/talk", _talked),
    "said": State("POST /s/<token>", _said_at_the_table),
    "step to take back": State("GET /s/<token>", _may_take_back),
    "step taken back": State("POST /s/<token>", _taken_back),
    "bid withdrawn": State("POST /s/<token>", _withdrawn),
} | {
    f"rapa nui, {step}": _table("rapa-nui", stage(step))
    for step in ("play", "sacrifice", "lay", "draw", "claim", "substitute")
}


STATES = PUBLIC | LINKS | TABLES
