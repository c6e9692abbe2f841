"""A person's own page: their matches, those that wait for them first, and what is known of them."""

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Final

from flask import render_template, request
from flask.typing import ResponseReturnValue

from engine.words import N_
from service import absences, me, names, players, reminders, tokens
from service.api import problems
from service.me import Change, MyMatch
from service.pages.door import blueprint, read
from service.pages.filling import LONGEST_NUMBER, Filled
from service.pages.moments import now
from service.refusals import Refusal

PAGE = 50
DONE: Final = {
    "change": N_("It is changed."),
    "leave": N_("It is noted. Those you play with are told."),
    "stay": N_("It is changed: you are there on those days."),
}


@blueprint.get("/p/<token>")
def my_page(token: str) -> ResponseReturnValue:
    return _page(token, read(token, tokens.Player), Filled({}))


@blueprint.post("/p/<token>")
def my_change(token: str) -> ResponseReturnValue:
    held, filled = read(token, tokens.Player), Filled(request.form)
    do, _, absence = filled.value("do", "change").partition(" ")
    try:
        _act(held, filled, do, absence)
    except Refusal as refusal:
        filled.note(refusal)
        return _page(token, held, filled, problems.TABLE[refusal.code].status)
    read(token, tokens.Player)  # in the language that was just chosen
    return _page(token, held, Filled({}), done=DONE[do])


def _act(held: tokens.Player, filled: Filled, do: str, absence: str) -> None:
    acts: Mapping[str, Callable[[], object]] = {
        "change": lambda: me.change(held, _change(filled), now()),
        "leave": lambda: _leave(held, filled),
        "stay": lambda: absences.withdraw(held, absence, now()),
    }
    if do not in acts:
        raise Refusal("malformed", N_("The form does not say what to do."))
    acts[do]()


def _leave(held: tokens.Player, filled: Filled) -> None:
    first = filled.read(_day, "first_day", date.min)
    last = filled.read(_day, "last_day", date.min)
    filled.demand_right()
    absences.declare(held, first, last, now())


def _day(text: str, field: str) -> date:
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        players.wrong(field, "bad_day", N_("This should be a day, as in 2027-08-01."))


def _change(filled: Filled) -> Change:
    return Change(
        reminders=_reminders(filled.value("reminders")) if "reminders" in filled else None,
        name=names.read(filled.value("name"), "name"),
        language=players.read_language(filled.value("language"), "language"),
        time_zone=players.read_time_zone(filled.value("time_zone").strip(), "time_zone"),
    )


def _reminders(text: str) -> list[int]:
    """Hours, one after another, by whatever they are set apart."""
    words = re.split(r"[\s,;]+", text.strip())
    if not all(word.isdecimal() and len(word) <= LONGEST_NUMBER for word in words if word):
        players.wrong("reminders", "bad_reminders", N_("Give whole hours, as in 24, 6."))
    return reminders.read_hours([int(word) for word in words if word], "reminders")


def _page(
    token: str, held: tokens.Player, filled: Filled, status: int = 200, *, done: str | None = None
) -> ResponseReturnValue:
    seen = me.look(held)
    mine = me.my_matches(held, request.args.get("after"), PAGE)
    typed = {name: filled.value(name) for name in (*_known(seen), "first_day", "last_day")}
    written = {name: value for name, value in typed.items() if name in filled and filled.faults}
    shown = Filled(_known(seen) | written)
    shown.faults |= filled.faults
    facts = {
        "token": token,
        "me": seen,
        "mine": sorted(mine.items, key=_urgency),
        "next": mine.next,
        "keys": me.keys(held, mine.items),
        "filled": shown,
        "done": done,
        "zones": sorted(players.time_zones()),
        "absences": absences.listed(held, now()),
        "longest": absences.LONGEST,
        "refusal": next(iter(filled.faults.values()), None),
    }
    return render_template("me.html", **facts), status


def _known(seen: me.Me) -> dict[str, str]:
    return {
        "name": seen.name,
        "language": seen.language,
        "time_zone": seen.time_zone,
        "reminders": ", ".join(map(str, seen.reminders)),
    }


def _urgency(one: MyMatch) -> tuple[bool, bool]:
    """Awaited, then still going on, then over; among equals the newest first."""
    waits = one.awaited and one.match.status == "running"
    return not waits, one.match.status in ("finished", "cancelled")
