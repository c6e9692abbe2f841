"""The host's door: who has answered, who is awaited, whether letters arrive, and what to do."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import render_template, request
from flask.typing import ResponseReturnValue

from engine.words import N_
from service import handovers, hosting, invitations, opening, pacing, substitutes, tokens, votes
from service.api import problems
from service.handovers import AnySubstitute, Wanted
from service.hosting import Change
from service.lobby import Standing
from service.pacing import LONGEST_PACE
from service.pages import describing, open_form, pace_form, vote_words
from service.pages.door import blueprint, read
from service.pages.filling import Filled
from service.pages.moments import now
from service.players import Person
from service.post import tracking
from service.refusals import Refusal

LONGEST_NUMBER: Final = 9
SUBSTITUTE: Final = "substitute"
DONE: Final = {
    "start": N_("The match has started."),
    "cancel": N_("The match is cancelled. Everyone is told."),
    "remind": N_("A reminder is on its way."),
    "extend": N_("The deadline has moved. Everyone is told."),
    "pause": N_("The match is paused. Everyone is told."),
    "resume": N_("The match goes on. Everyone is told."),
    "change": N_("It is changed."),
    "replace": N_("It is on its way: see the seats below."),
    "substitute": N_("It is noted. They are written to once a seat falls free."),
    "strike": N_("It is noted."),
}


@blueprint.get("/h/<token>")
def host(token: str) -> ResponseReturnValue:
    return _page(read(token, tokens.Host), Filled({}))


@blueprint.post("/h/<token>")
def hosted(token: str) -> ResponseReturnValue:
    held = read(token, tokens.Host)
    filled = Filled(request.form)
    do, _, seat = filled.value("do").partition(" ")
    try:
        _act(held, filled, do, seat)
    except Refusal as refusal:
        filled.note(refusal)
        return _page(held, filled, refusal=refusal)
    return _page(held, Filled({}), done=DONE[do])


def _act(held: tokens.Host, filled: Filled, do: str, seat: str) -> None:
    acts: Mapping[str, Callable[[], object]] = {
        "start": lambda: hosting.start(held, now()),
        "cancel": lambda: hosting.cancel(held, now()),
        "pause": lambda: hosting.pause(held, now()),
        "resume": lambda: hosting.resume(held, now()),
        "extend": lambda: hosting.extend(held, _hours(filled), now()),
        "change": lambda: hosting.change(held, _change(held, filled), now()),
        "remind": lambda: invitations.remind(held, _number(seat), now()),
        "replace": lambda: handovers.replace(held, _number(seat), _successor(held, filled), now()),
        "substitute": lambda: substitutes.add(held, _substitute(filled), now()),
        "strike": lambda: substitutes.strike(held, _row(seat)),
    }
    if do not in acts:
        raise Refusal("malformed", N_("The form does not say what to do."))
    acts[do]()


def _number(seat: str) -> int:
    if not (seat.isdecimal() and len(seat) == 1):
        raise Refusal("malformed", N_("The form does not say which seat."))
    return int(seat)


def _hours(filled: Filled) -> int:
    found = filled.number("hours", 1, votes.LONGEST_EXTENSION, 0)
    filled.demand_right()
    return found


def _change(held: tokens.Host, filled: Filled) -> Change:
    """Only what is otherwise: a running match refuses the rest, also where it stays the same."""
    seen = hosting.look(held)
    alone = filled.value("start", seen.start) == "auto"
    return Change(
        public=filled.ticked("public"),
        starts_alone=None if alone == (seen.start == "auto") else alone,
        turn_hours=_pace(filled, "turn_hours", seen),
        sealed_hours=_pace(filled, "sealed_hours", seen),
        **pace_form.read(filled),
    )


def _pace(filled: Filled, name: str, seen: Standing) -> int | None:
    found = filled.number(name, 1, LONGEST_PACE, 0)
    filled.demand_right()
    return None if found == seen.pace[name] else found


def _successor(held: tokens.Host, filled: Filled) -> Wanted:
    """A person, a bot or a substitute; a wrong field is refused as the first of them."""
    if filled.value("kind") == SUBSTITUTE:
        return AnySubstitute()
    found = open_form.successor(filled, hosting.look(held).game)
    filled.demand_right()
    return found


def _substitute(filled: Filled) -> Person:
    found = open_form.guest(filled, "substitute.")
    filled.demand_right()
    return found


def _row(number: str) -> int:
    if not number.isdecimal() or len(number) > LONGEST_NUMBER:
        raise Refusal("malformed", N_("The form does not say which substitute."))
    return int(number)


# --- the page


def _page(
    held: tokens.Host, filled: Filled, *, done: str | None = None, refusal: Refusal | None = None
) -> ResponseReturnValue:
    try:
        seen = hosting.look(held)
    except Refusal:
        if refusal is None:
            raise
        raise refusal from None
    status = 200 if refusal is None else problems.TABLE[refusal.code].status
    facts = _facts(held, seen) | {
        "filled": filled,
        "done": done,
        "refusal": next(iter(filled.faults.values()), None),
        "asked": request.args.get("sure"),
        "replacing": _replacing(seen, filled),
    }
    return render_template("host.html", **facts), status


def _facts(held: tokens.Host, seen: Standing) -> dict[str, Any]:
    pace = pacing.read(seen.pace)
    return {
        "match": seen,
        "letters": tracking.by_seat(held.match),
        "seat_token": hosting.own_seat(held),
        "open": seen.status not in ("finished", "cancelled"),
        "paces": describing.paces(seen.pace["turn_hours"], seen.pace["sealed_hours"]),
        "clocks": pace_form.offered(pace),
        "present": Filled(pace_form.written(pace)),
        "bots": describing.bots(seen.game),
        "handovers": {one.seat: one for one in seen.handovers},
        "votes": [
            (
                vote_words.wanted(one.kind, seen.seats[one.seat].name, one.hours),
                vote_words.count(len(one.agreed), one.needed),
            )
            for one in seen.votes
        ],
        "substitutes": substitutes.listed(held),
        "most_substitutes": opening.MOST_SUBSTITUTES,
    }


def _replacing(seen: Standing, filled: Filled) -> int | None:
    """The seat whose successor is being named: by the link, or by a form that was refused."""
    do, _, sent = filled.value("do").partition(" ")
    wanted = sent if do == "replace" else request.args.get("seat", "")
    return next((one.seat for one in seen.seats if str(one.seat) == wanted), None)
