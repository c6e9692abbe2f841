"""Play now against bots: a match for this browser alone, without an address."""

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from flask import redirect, render_template, request
from flask.typing import ResponseReturnValue

from engine.errors import shown
from engine.game import Value
from engine.registry import GAMES
from engine.words import N_
from service import languages, names, opening, players
from service.api import problems
from service.opening import BotSeat, HostSeat, Origin, Terms
from service.pages import describing, faults
from service.pages.filling import Filled
from service.pages.front import blueprint
from service.pages.moments import now
from service.pages.wording import to
from service.players import Person
from service.refusals import Refusal, say

HOURS: Final = 24 * 30  # nobody waits but bots
NAME: Final = N_("Guest")
DRAWN: Final = re.compile(r"[0-9a-f]{32}")  # a form's key, as `fresh` draws it
# Giants is long: who only wants to try it gets the small island and two workers.
QUICK: Final[Mapping[str, Mapping[str, Value]]] = {
    "giants": {"island": "motu-nui", "quick": True},
    "rapa-nui": {},
}


@blueprint.post("/play")
def play() -> ResponseReturnValue:
    sent, filled = origin(), Filled(request.form)
    try:
        admitted = _open(filled, sent)
    except Refusal as refusal:
        return refused(refusal)
    return redirect(to(f"/s/{admitted}"), 303)


def _open(filled: Filled, sent: Origin) -> str:
    game = filled.value("game")
    if game not in GAMES:
        players.wrong(
            "game", "unknown_game", say(N_("There is no game “{game}”."), game=shown(game))
        )
    seats = filled.number("seats", 2, max(GAMES[game].meta.seats), min(GAMES[game].meta.seats))
    level = filled.one_of("bot", describing.bots(game), describing.bots(game)[0])
    filled.demand_right()
    options = QUICK[game] if filled.ticked("quick") else {}
    bots = [BotSeat(level) for _ in range(seats - 1)]
    terms = Terms(game, options, HOURS, HOURS, 0, public=False, starts_alone=True)
    made = opening.open_match(terms, _player(filled), [HostSeat(), *bots], sent, now())
    return str(made.seat_token)


def _player(filled: Filled) -> Person:
    named = filled.value("name").strip() or languages.present_tongue().say(NAME)
    return Person(names.read(named, "name"), None, languages.present())


def origin() -> Origin:
    """A form sent twice, by a second click or a reload, opens one match: its key is in it.

    A form without the key that its page drew is nobody's own, and opens a match each time.
    To be asked for before the form is: reading that leaves no bytes to look at.
    """
    body = request.get_data(cache=True)
    ours = DRAWN.fullmatch(request.form.get("key", "")) is not None
    key = f"form {sha256(body).hexdigest()}" if ours else None
    return Origin(request.remote_addr or "", key, body)


def refused(refusal: Refusal) -> ResponseReturnValue:
    """A page of its own: what was wrong, and the way back."""
    kind = problems.TABLE[refusal.code]
    headers = {}
    if "retry_after" in refusal.facts:
        headers["Retry-After"] = str(refusal.facts["retry_after"])
    return render_template("refused.html", words=faults.said(refusal)), kind.status, headers
