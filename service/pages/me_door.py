"""A person's own page: their matches, those that wait for them first, and what is known of them."""

from flask import render_template, request
from flask.typing import ResponseReturnValue

from service import me, players, tokens
from service.api import problems
from service.me import Change, MyMatch
from service.pages.door import blueprint, read
from service.pages.filling import Filled
from service.refusals import Refusal

PAGE = 50


@blueprint.get("/p/<token>")
def my_page(token: str) -> ResponseReturnValue:
    return _page(read(token, tokens.Player), Filled({}))


@blueprint.post("/p/<token>")
def my_change(token: str) -> ResponseReturnValue:
    held, filled = read(token, tokens.Player), Filled(request.form)
    try:
        me.change(held, _change(filled))
    except Refusal as refusal:
        filled.note(refusal)
        return _page(held, filled, problems.TABLE[refusal.code].status)
    read(token, tokens.Player)  # in the language that was just chosen
    return _page(held, Filled({}), done=True)


def _change(filled: Filled) -> Change:
    return Change(
        name=players.read_name(filled.value("name"), "name"),
        language=players.read_language(filled.value("language"), "language"),
        time_zone=players.read_time_zone(filled.value("time_zone").strip(), "time_zone"),
    )


def _page(
    held: tokens.Player, filled: Filled, status: int = 200, *, done: bool = False
) -> ResponseReturnValue:
    seen = me.look(held)
    mine = me.my_matches(held, request.args.get("after"), PAGE)
    shown = filled if filled.faults else Filled(_known(seen))
    facts = {
        "me": seen,
        "mine": sorted(mine.items, key=_urgency),
        "next": mine.next,
        "keys": me.keys(held, mine.items),
        "filled": shown,
        "done": done,
        "zones": sorted(players.time_zones()),
    }
    return render_template("me.html", **facts), status


def _known(seen: me.Me) -> dict[str, str]:
    return {"name": seen.name, "language": seen.language, "time_zone": seen.time_zone}


def _urgency(one: MyMatch) -> tuple[bool, bool]:
    """Awaited, then still going on, then over; among equals the newest first."""
    waits = one.awaited and one.match.status == "running"
    return not waits, one.match.status in ("finished", "cancelled")
