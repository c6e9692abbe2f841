"""The door to the link of a person's own page: a button, and a letter to the stored address."""

from flask import request
from flask.typing import ResponseReturnValue

from engine.words import N_
from service import hosting, languages, looking, player_links, tokens
from service.pages.door import Button, Door, blueprint, read, refused, show
from service.pages.moments import now
from service.pages.wording import to
from service.refusals import Refusal

SEND = N_("Send me the link to my page with all matches")

OF_SEAT = {"kind": tokens.Seat}
OF_HOST = {"kind": tokens.Host}
Held = tokens.Seat | tokens.Host


@blueprint.get("/s/<token>/my-page", defaults=OF_SEAT)
@blueprint.get("/h/<token>/my-page", defaults=OF_HOST)
def asking(token: str, kind: type[Held]) -> ResponseReturnValue:
    return show(_door(token, read(token, kind)))


@blueprint.post("/s/<token>/my-page", defaults=OF_SEAT)
@blueprint.post("/h/<token>/my-page", defaults=OF_HOST)
def asked(token: str, kind: type[Held]) -> ResponseReturnValue:
    """The same whether a letter leaves or not: who asks learns nothing of the address."""
    held, say = read(token, kind), languages.present_tongue().say
    try:
        _ask(held, request.form.get("do", ""))
    except Refusal as refusal:
        return refused(refusal, lambda: _door(token, held))
    words = (
        N_("It goes to your own address, if we have one, and nowhere else."),
        N_("One leaves every ten minutes at most, and four a day."),
    )
    title = say(N_("The link to your page comes by letter"))
    return show(Door(title, tuple(say(one) for one in words), onward=_back(token, held)))


def _ask(held: Held, do: str) -> None:
    if do != "my-page":
        raise Refusal("malformed", N_("The form does not say what to do."))
    player_links.ask(held, now())


def _back(token: str, held: Held) -> tuple[str, str]:
    return to(f"/{held.letter}/{token}"), languages.present_tongue().say(N_("Go back"))


def _demand_good(held: Held) -> None:
    if isinstance(held, tokens.Seat):
        looking.glance(held, held.match)
    else:
        hosting.look(held)


def _door(token: str, held: Held) -> Door:
    _demand_good(held)
    say = languages.present_tongue().say
    words = (
        N_("Your own page has all your matches, your language, your letters and your data."),
        N_("Its link opens everything that is yours, so it is shown nowhere and comes by letter."),
    )
    return Door(
        say(N_("Your page with all matches")),
        tuple(say(one) for one in words),
        buttons=(Button("my-page", say(SEND)),),
        onward=_back(token, held),
    )
