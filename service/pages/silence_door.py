"""The door to fewer letters: all matches in one, only what matters, none of a match, none ever."""

from collections.abc import Callable, Mapping
from datetime import datetime

from flask import request
from flask.typing import ResponseReturnValue

from engine.words import N_
from service import languages, tokens
from service.pages.door import Button, Door, blueprint, read, show
from service.pages.moments import now
from service.post import silence
from service.post.silence import Silence

NEVER = N_("Never write to me again")
TOGETHER = N_("They come once a day, at {hour}:00, with those of your other matches in one letter.")


@blueprint.get("/u/<token>")
def unsubscribe(token: str) -> ResponseReturnValue:
    return show(_silence(read(token, tokens.Unsubscribe)))


@blueprint.post("/u/<token>")
def unsubscribed(token: str) -> ResponseReturnValue:
    """Also RFC 8058's one click, which comes from a mail program: no more of these."""
    held = read(token, tokens.Unsubscribe)
    ACTS.get(request.form.get("do", "mute"), silence.mute)(held, now())
    return show(_silence(held))


ACTS: Mapping[str, Callable[[tokens.Unsubscribe, datetime], None]] = {
    "block": silence.block,
    "unmute": silence.unmute,
    "digest": silence.gather,
    "apart": silence.part,
    "spare": silence.spare,
}


def _silence(held: tokens.Unsubscribe) -> Door:
    seen, say = silence.look(held), languages.present_tongue().say
    never = Button("block", say(NEVER), quiet=True)
    again = Button("unmute", say(N_("Write to me again")))
    if seen.blocked:
        words = say(N_("Your address is never written to again."))
        return Door(say(N_("You get no letters")), (words,))
    if seen.fault is not None:
        words = say(N_("Letters to you came back: {fault}.")).format(fault=seen.fault)
        return Door(say(N_("No letters")), (words,), buttons=(again, never))
    if seen.muted:
        return Door(say(N_("No letters")), (_none(seen),), buttons=(again, never))
    return Door(say(N_("Fewer letters?")), tuple(_some(seen)), buttons=(*_fewer(seen), never))


def _none(seen: Silence) -> str:
    say = languages.present_tongue().say
    if seen.match is None:
        return say(N_("You get no letters of your present matches."))
    return say(N_("You get no letters of the match {match} of {game}.")).format(
        match=seen.match, game=seen.game
    )


def _some(seen: Silence) -> list[str]:
    """What comes now, and when."""
    say = languages.present_tongue().say
    words = [say(N_("You get letters of all your matches."))]
    if seen.match is not None:
        named = say(N_("You get letters of the match {match} of {game}."))
        words = [named.format(match=seen.match, game=seen.game)]
    if seen.digest is not None:
        words.append(say(TOGETHER).format(hour=seen.digest))
    if seen.sparse:
        words.append(say(N_("You are told only what asks something of you, and how it ends.")))
    return words


def _fewer(seen: Silence) -> list[Button]:
    """The least drastic first."""
    say = languages.present_tongue().say
    buttons = [
        Button("digest", say(N_("One letter a day for all my matches")))
        if seen.digest is None
        else Button("apart", say(N_("A letter for each match by itself")))
    ]
    if not seen.sparse:
        buttons.append(Button("spare", say(N_("Only what asks something of me")), quiet=True))
    none = N_("No more of this match") if seen.match else N_("No more of my present matches")
    return [*buttons, Button("mute", say(none), quiet=True)]
