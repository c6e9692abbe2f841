"""The pages of those who watch: public matches, one of them, and any step of it."""

from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue

from engine.registry import GAMES
from engine.words import N_
from service import languages, lobby, tokens, watching
from service.pages import picture
from service.pages.door import blueprint as doors, read
from service.pages.front import blueprint
from service.refusals import Refusal
from service.watching import Step

PAGE = 20
LONGEST_NUMBER = 6


@blueprint.get("/matches")
def matches() -> ResponseReturnValue:
    game, status = request.args.get("game"), request.args.get("status")
    game = game if game in GAMES else None
    status = status if status in lobby.STATUSES else None
    found = lobby.listed(game, status, request.args.get("after"), PAGE)
    return render_template(
        "matches.html", page=found, game=game, status=status, games=GAMES, statuses=lobby.STATUSES
    )


@blueprint.get("/m/<match>")
def match(match: str) -> ResponseReturnValue:
    tongue = languages.present_tongue()
    seen = watching.look(match, tongue)
    drawn = None if seen.scene is None else picture.drawn(seen.scene, tongue)
    return render_template("match.html", seen=seen, match=seen.standing, picture=drawn)


# --- step by step


@blueprint.get("/m/<match>/replay")
def replay(match: str) -> ResponseReturnValue:
    tongue = languages.present_tongue()
    return _step(watching.step(match, _entry(), tongue), back=f"/m/{match}")


@doors.get("/s/<token>/replay")
def own_replay(token: str) -> ResponseReturnValue:
    held = read(token, tokens.Seat)
    tongue = languages.present_tongue()
    return _step(watching.own_step(held, _entry(), tongue), back=f"/s/{token}")


def _entry() -> int | None:
    """Without one, the last."""
    text = request.args.get("entry")
    if text is None:
        return None
    if not text.isdecimal() or len(text) > LONGEST_NUMBER:
        raise Refusal("malformed", N_("The entry should be a number."))
    return int(text)


def _step(step: Step, back: str) -> ResponseReturnValue:
    facts: dict[str, Any] = {
        "step": step,
        "match": step.standing,
        "picture": step.scene and picture.drawn(step.scene, languages.present_tongue()),
        "back": back,
    }
    return render_template("replay.html", **facts)
