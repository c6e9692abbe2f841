"""The door by which a plan is dropped that came by a letter's link, as its seat's letter told."""

from flask import request
from flask.typing import ResponseReturnValue

from engine.registry import GAMES
from engine.words import N_
from service import languages, lobby, planning, tokens
from service.pages.door import Button, Door, blueprint, read, refused, show
from service.pages.moments import now
from service.pages.wording import to
from service.refusals import Refusal

THERE = (
    N_("A plan for your seat in the match of {game} was laid or changed with a letter's link."),
    N_("Dropped, nothing of it is played any more, and you are asked when it is your turn."),
)
GONE = (
    N_("Nothing is left of the plan in the match of {game} that your letter told you of."),
    N_("What you have planned with your seat's own link is not touched by this one."),
)


@blueprint.get("/d/<token>")
def dropping(token: str) -> ResponseReturnValue:
    return show(_door(read(token, tokens.Drop)))


@blueprint.post("/d/<token>")
def dropped(token: str) -> ResponseReturnValue:
    held = read(token, tokens.Drop)
    try:
        _drop(held, request.form.get("do", ""))
    except Refusal as refusal:
        return refused(refusal, lambda: _door(held))
    return show(_door(held))


def _drop(held: tokens.Drop, do: str) -> None:
    if do != "drop":
        raise Refusal("malformed", N_("The form does not say what to do."))
    planning.drop(held, now())


def _door(held: tokens.Drop) -> Door:
    there, say = planning.has_something_to_drop(held), languages.present_tongue().say
    game = GAMES[lobby.one(held.match).game].meta.title
    words = tuple(say(one).format(game=game) for one in (THERE if there else GONE))
    if there:
        button = Button("drop", say(N_("Drop this plan")))
        return Door(say(N_("Drop a plan?")), words, buttons=(button,))
    onward = (to(f"/m/{held.match}"), say(N_("See the match")))
    return Door(say(N_("There is no such plan any more")), words, onward=onward)
