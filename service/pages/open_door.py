"""The page that opens a match: first the game and how many seats, then all that is agreed on."""

from typing import Any

from flask import redirect, render_template, request
from flask.typing import ResponseReturnValue

from engine.game import Meta
from engine.registry import GAMES
from service import languages, opening, players
from service.admission import Admission
from service.api import problems
from service.opening import Origin
from service.pacing import Pace
from service.pages import describing, faults, open_form, pace_form
from service.pages.filling import Filled
from service.pages.front import blueprint
from service.pages.moments import now
from service.pages.play_door import origin
from service.pages.wording import to
from service.refusals import Refusal


@blueprint.get("/open")
def open_match() -> ResponseReturnValue:
    meta, seats = _chosen(request.args.get("game", ""), request.args.get("seats", ""))
    if meta is None or seats is None:
        return render_template("open_choice.html", games=GAMES, chosen=meta)
    return _form(meta, seats, open_form.blank(meta, seats, languages.present()))


def _chosen(game: str, seats: str) -> tuple[Meta | None, int | None]:
    meta = GAMES[game].meta if game in GAMES else None
    fits = meta is not None and seats in map(str, meta.seats)
    return meta, int(seats) if fits else None


@blueprint.post("/open")
def opened() -> ResponseReturnValue:
    sent, filled = origin(), Filled(request.form)
    meta, seats = _chosen(filled.value("game"), filled.value("seats"))
    if meta is None or seats is None:
        return render_template("open_choice.html", games=GAMES, chosen=meta), 400
    try:
        made = _open(filled, meta, seats, sent)
    except Refusal as refusal:
        filled.note(refusal)
        status = problems.TABLE[refusal.code].status
        return _form(meta, seats, filled, faults.said(refusal), status)
    if made is None:
        return _form(meta, seats, filled, status=400)
    if made.seat_token is not None:
        return redirect(to(f"/s/{made.seat_token}"), 303)
    return render_template("opened.html", match=made.match, address=filled.value("host.address"))


def _open(filled: Filled, meta: Meta, seats: int, sent: Origin) -> Admission | None:
    """The match, or nothing where a field is wrong."""
    terms, host = open_form.terms(filled, meta), open_form.host(filled)
    chairs = open_form.chairs(filled, meta.slug, seats)
    beside = open_form.substitutes(filled)
    if filled.faults:
        return None
    return opening.open_match(terms, host, chairs, sent, now(), beside)


def _form(
    meta: Meta, seats: int, filled: Filled, words: str | None = None, status: int = 200
) -> ResponseReturnValue:
    facts: dict[str, Any] = {
        "game": meta,
        "seats": seats,
        "beside": opening.MOST_SUBSTITUTES,
        "filled": filled,
        "kinds": open_form.kinds(meta.slug),
        "zones": sorted(players.time_zones()),
        "paces": describing.PACES,
        "coolings": describing.COOLINGS,
        "clocks": pace_form.offered(Pace(1, 1)),
        "words": words,
    }
    return render_template("open.html", **facts), status
