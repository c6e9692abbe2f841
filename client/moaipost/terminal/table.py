"""The commands at a table: look, act, plan, talk and follow."""

import json
from collections.abc import Iterator
from typing import Any, Literal

from moaipost.answers import Step
from moaipost.errors import Problem
from moaipost.seat import Act
from moaipost.terminal import painting, prose
from moaipost.terminal.desk import Desk
from moaipost.terminal.said import Exit, Said, Trouble

SHOWN = 12  # choices under a board
OTHERWISE: tuple[Literal["stop", "pass", "skip"], ...] = ("stop", "pass", "skip")


def _seats(desk: Desk, text: str) -> str:
    return painting.seats(text) if desk.world.colourful() else text


# --- looking


def show(desk: Desk) -> Iterator[Said]:
    sight = desk.onlooker().view()
    game, view = prose.seen(sight)
    text = f"{prose.heading(sight)}\n{game.sketch(view)}"
    if desk.world.colourful():
        text = painting.board(sight["game"], text)
    yield Said(sight, "\n".join([text, _seats(desk, "\n".join(prose.awaited(sight)))]).rstrip())


def choices(desk: Desk) -> Iterator[Said]:
    seat = desk.seat()
    if desk.given.json:
        yield Said(seat.choices(), "")
        return
    text = "\n".join(prose.may(seat.view(), desk.given.most))
    yield Said(None, text or "Nothing is asked of you now.")


# --- acting


def _act(desk: Desk, first: str = "") -> Act:
    """What was said, as words or as JSON; the command's own word may be left out."""
    text = " ".join(desk.given.words).strip()
    if text.startswith("{"):
        try:
            action: dict[str, Any] = json.loads(text)
        except ValueError as fault:
            raise Trouble("That begins like JSON and cannot be read.") from fault
        return action
    return text if not first or text.startswith(first) else f"{first} {text}"


def check(desk: Desk) -> Iterator[Said]:
    found = desk.seat().check(_act(desk), desk.given.turn)
    yield Said(found, _seats(desk, "\n".join(prose.checked(found))))


def play(desk: Desk, first: str = "") -> Iterator[Said]:
    act = _act(desk, first)
    done = desk.seat().play(act, desk.given.turn, desk.given.idempotency_key)
    yield Said(done, _seats(desk, "\n".join(prose.answer(done))))


def bid(desk: Desk) -> Iterator[Said]:
    yield from play(desk, "bid")


def withdraw(desk: Desk) -> Iterator[Said]:
    desk.seat().withdraw()
    yield Said({"withdrawn": True}, "Your sealed action is taken back.")


def sealed(desk: Desk) -> Iterator[Said]:
    found = desk.seat().sealed()
    yield Said(found, f"{found['text']}\nIts commitment is {found['receipt']['commitment']}.")


def peek(desk: Desk) -> Iterator[Said]:
    """Without words: what may be done out of turn."""
    seat = desk.seat()
    if not desk.given.words:
        sight = seat.view()
        game, view = prose.seen(sight)
        lines = [f"  {prose.words(game, view, one)}" for one in sight["asides"]]
        yield Said(sight["asides"], "\n".join(lines) or "Nothing may be done out of turn now.")
        return
    act = _act(desk, "peek")
    if not desk.given.sure and (warned := seat.check(act, desk.given.turn)["warnings"]):
        told = " ".join(one["sentence"] for one in warned)
        said = f"{told} Say it again with --sure if you want it all the same."
        raise Trouble(said, Exit.REFUSED)
    done = seat.peek(act, desk.given.turn, desk.given.idempotency_key)
    yield Said(done, _seats(desk, "\n".join(prose.answer(done))))


def undo(desk: Desk) -> Iterator[Said]:
    done = desk.seat().undo(desk.given.turn)
    yield Said(done, _seats(desk, "\n".join(prose.answer(done))))


# --- planning


def plan_show(desk: Desk) -> Iterator[Said]:
    found = desk.seat().plan()
    yield Said(found, _seats(desk, "\n".join(prose.plan(found))) or "You have laid down no plan.")


def plan_set(desk: Desk) -> Iterator[Said]:
    found = desk.seat().lay_plan([_step(text) for text in desk.given.steps])
    told = ["Your plan is laid down; nobody else sees it.", *prose.plan(found)]
    yield Said(found, _seats(desk, "\n".join(told)))


def plan_drop(desk: Desk) -> Iterator[Said]:
    desk.seat().drop_plan()
    yield Said({"dropped": True}, "Your plan is gone.")


def _step(text: str) -> Step:
    """In words; `/ skip` or `/ pass` after them says what if they cannot be played then."""
    said, slash, otherwise = (part.strip() for part in text.partition("/"))
    if not slash:
        return {"text": said}
    for known in OTHERWISE:
        if otherwise == known:
            return {"text": said, "otherwise": known}
    raise Trouble(f"After a slash say one of: {', '.join(OTHERWISE)}.")


# --- talking


def messages(desk: Desk) -> Iterator[Said]:
    """Without words what was said at the table; with words, say them."""
    seat, text = desk.seat(), " ".join(desk.given.words)
    if text:
        yield Said(seat.say(text, desk.given.to), "Said.")
        return
    found = list(seat.messages())
    yield Said(found, "\n".join(map(prose.message, found)) or "Nobody has said anything yet.")


# --- following


def follow(desk: Desk) -> Iterator[Said]:
    """What happens, as it happens; ends with the match, or when it is my turn if that is asked."""
    seat, given = desk.onlooker(), desk.given
    after = given.after
    for standing in seat.standings(given.pause):
        newest = standing["entries"]
        after = newest if after is None else after
        if newest > after:
            for one in seat.log(after):
                yield Said(one, _seats(desk, "\n".join(prose.entry(one))), again=True)
            after = newest
        if given.until_awaited and seat.may_act(standing):
            yield Said({"awaited": True, "turn": standing["turn"]}, "It is your turn.", again=True)
            return
    yield Said({"status": standing["status"]}, f"The match is {standing['status']}.", again=True)


def log(desk: Desk) -> Iterator[Said]:
    """What has happened so far."""
    seat = desk.onlooker()
    try:
        entries = list(seat.log(desk.given.after or 0))
    except Problem as problem:
        if problem.code != "not_started":
            raise
        entries = []
    text = "\n".join(line for one in entries for line in prose.entry(one))
    yield Said(entries, _seats(desk, text) or "Nothing has happened yet.")
