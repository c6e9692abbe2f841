"""The doors to new links: a page that says what dies, and a button; the new ones come by letter."""

from collections.abc import Mapping

from flask import request
from flask.typing import ResponseReturnValue

from engine.words import N_
from service import languages, renewals, tokens
from service.pages.door import Button, Door, blueprint, read, refused, show
from service.pages.moments import moment, now
from service.pages.wording import to
from service.refusals import Refusal
from service.renewals import Renewal

BY_LETTER = N_("The new ones come by letter, to your own address, and are shown nowhere else.")
STAYS = N_("A sealed action stays as it is. The link that stops letters goes on working.")
PROGRAMS = N_("Signing keys and webhooks go too, unless you keep them for a program of yours.")
KEPT = N_("Keep only what is yours. These would stay:")
ELSEWHERE = N_(
    "If somebody may have the link to your page with all your matches, replace them there instead."
)
RENEW = N_("Replace my links")
KEEP = N_("Replace them, and keep keys and webhooks")

OF_SEAT = {"kind": tokens.Seat}
OF_PLAYER = {"kind": tokens.Player}
OF_HOST = {"kind": tokens.Host}
Held = tokens.Seat | tokens.Player | tokens.Host

WORDS: Mapping[type[Held], tuple[str, ...]] = {
    tokens.Seat: (
        N_("All links to this seat die at once, and its plans and preferences are dropped."),
        BY_LETTER,
        STAYS,
        PROGRAMS,
        ELSEWHERE,
    ),
    tokens.Player: (
        N_("All your links die at once: to this page, your seats and the matches that you host."),
        N_("Plans and preferences at your seats are dropped."),
        BY_LETTER,
        STAYS,
        PROGRAMS,
    ),
    tokens.Host: (
        N_("All links to this page die at once, and those to your own seat in this match."),
        N_("Plans and preferences at that seat are dropped."),
        BY_LETTER,
        STAYS,
        PROGRAMS,
        ELSEWHERE,
    ),
}


@blueprint.get("/s/<token>/links", defaults=OF_SEAT)
@blueprint.get("/p/<token>/links", defaults=OF_PLAYER)
@blueprint.get("/h/<token>/links", defaults=OF_HOST)
def renewing(token: str, kind: type[Held]) -> ResponseReturnValue:
    return show(_door(token, read(token, kind)))


@blueprint.post("/s/<token>/links", defaults=OF_SEAT)
@blueprint.post("/p/<token>/links", defaults=OF_PLAYER)
@blueprint.post("/h/<token>/links", defaults=OF_HOST)
def renewed(token: str, kind: type[Held]) -> ResponseReturnValue:
    held, say = read(token, kind), languages.present_tongue().say
    try:
        _renew(held, request.form.get("do", ""))
    except Refusal as refusal:
        return refused(refusal, lambda: _door(token, held))
    words = (
        N_("A letter is on its way to your own address. Its links are the only ones that work."),
        N_("You can close this page: its link is dead as well."),
    )
    return show(Door(say(N_("Your links were replaced")), tuple(say(one) for one in words)))


def _renew(held: Held, do: str) -> Renewal:
    keep = do == "keep"
    if do != "renew" and not keep:
        raise Refusal("malformed", N_("The form does not say what to do."))
    match held:
        case tokens.Seat():
            return renewals.of_seat(held, now(), keep_programs=keep)
        case tokens.Player():
            return renewals.of_player(held, now(), keep_programs=keep)
        case tokens.Host():
            return renewals.of_host(held, now(), keep_programs=keep)


def _door(token: str, held: Held) -> Door:
    offered, tongue = renewals.look(held), languages.present_tongue()
    say, back = tongue.say, to(f"/{held.letter}/{token}")
    if not offered.reached:
        words = (say(renewals.NO_LETTERS),)
        return Door(say(N_("New links?")), words, onward=(back, say(N_("Go back"))))
    kept = [one.told(tongue, moment(one.since)) for one in offered.programs]
    return Door(
        say(N_("New links?")),
        (*map(say, WORDS[type(held)]), *([say(KEPT), *kept] if kept else [])),
        buttons=(Button("renew", say(RENEW), quiet=True), Button("keep", say(KEEP), quiet=True)),
        onward=(back, say(N_("No, go back"))),
    )
