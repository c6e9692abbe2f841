"""The doors to one's own data: a file of all of it, and a page on which to be erased."""

from flask import request
from flask.typing import ResponseReturnValue

from engine.words import N_
from service import erasing, languages, me, tokens
from service.api import my_data
from service.pages.door import Button, Door, blueprint, read, refused, show
from service.pages.moments import now
from service.pages.wording import to
from service.refusals import Refusal

WARNING = (
    N_("Your name, your address and what you said at tables are erased, at once and for good."),
    N_("Seats that you hold fall free as if you resigned: a substitute or a bot plays on."),
    N_("Matches that you opened and that have not started are cancelled."),
    N_("Your moves stay in the records, which name nobody. No letter comes any more."),
)
GONE = (
    N_("Nothing here says any longer who you are. This link and all your others are dead."),
    N_("Letters that were already on their way may still arrive."),
)


@blueprint.get("/p/<token>/data")
def my_data_file(token: str) -> ResponseReturnValue:
    return my_data.download(read(token, tokens.Player))


@blueprint.get("/p/<token>/erase")
def erasing_me(token: str) -> ResponseReturnValue:
    return show(_door(token, read(token, tokens.Player)))


@blueprint.post("/p/<token>/erase")
def erased_me(token: str) -> ResponseReturnValue:
    held, say = read(token, tokens.Player), languages.present_tongue().say
    try:
        _erase(held, request.form.get("do", ""))
    except Refusal as refusal:
        return refused(refusal, lambda: _door(token, held))
    return show(Door(say(N_("You are erased")), tuple(say(one) for one in GONE)))


def _erase(held: tokens.Player, do: str) -> None:
    if do != "erase":
        raise Refusal("malformed", N_("The form does not say what to do."))
    erasing.erase_me(held, now())


def _door(token: str, held: tokens.Player) -> Door:
    me.look(held)  # a key that was revoked opens nothing
    say = languages.present_tongue().say
    button = Button("erase", say(N_("Erase me for good")), quiet=True)
    onward = (to(f"/p/{token}"), say(N_("No, back to my matches")))
    words = tuple(say(one) for one in WARNING)
    return Door(say(N_("Erase all that is known of you?")), words, buttons=(button,), onward=onward)
