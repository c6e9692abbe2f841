"""The door by which a player comes back: it takes its seat from the bot that plays for it."""

from flask import request
from flask.typing import ResponseReturnValue

from engine.words import N_
from service import languages, returning, tokens
from service.pages import describing
from service.pages.door import Button, Door, blueprint, read, refused, show
from service.pages.moments import now
from service.pages.wording import to
from service.refusals import Refusal

AWAY = (
    N_("A bot plays your seat in the match of {game}, for you did not act in time or are away."),
    N_("It sees no more than you would. What it has done stays done; the rest is yours again."),
)
BACK = (
    N_("Your seat in the match of {game} is yours to play."),
    N_("A letter comes when it is your turn, with a link to the table."),
)


@blueprint.get("/r/<token>")
def coming_back(token: str) -> ResponseReturnValue:
    return show(_door(read(token, tokens.Return)))


@blueprint.post("/r/<token>")
def came_back(token: str) -> ResponseReturnValue:
    held = read(token, tokens.Return)
    try:
        _come_back(held, request.form.get("do", ""))
    except Refusal as refusal:
        return refused(refusal, lambda: _door(held))
    return show(_door(held))


def _come_back(held: tokens.Return, do: str) -> None:
    if do != "return":
        raise Refusal("malformed", N_("The form does not say what to do."))
    returning.take_back(held, now())


def _door(held: tokens.Return) -> Door:
    (seen, away), say = returning.look(held), languages.present_tongue().say
    game = describing.title(seen.game)
    words = tuple(say(one).format(game=game) for one in (AWAY if away else BACK))
    if away and seen.status == "running":
        button = Button("return", say(N_("Take my seat back")))
        return Door(say(N_("A bot plays for you")), words, buttons=(button,))
    onward = (to(f"/m/{seen.match}"), say(N_("See the match")))
    return Door(say(N_("You play yourself")), words, onward=onward)
