"""The door to fewer letters: none of this match, or none ever again."""

from flask import request
from flask.typing import ResponseReturnValue

from engine.words import N_
from service import languages, tokens
from service.pages.door import Button, Door, blueprint, read, show
from service.pages.moments import now
from service.post import silence
from service.post.silence import Silence

NEVER = N_("Never write to me again")


@blueprint.get("/u/<token>")
def unsubscribe(token: str) -> ResponseReturnValue:
    return show(_silence(read(token, tokens.Unsubscribe)))


@blueprint.post("/u/<token>")
def unsubscribed(token: str) -> ResponseReturnValue:
    """Also RFC 8058's one click, which comes from a mail program and means this match."""
    held, do = read(token, tokens.Unsubscribe), request.form.get("do", "mute")
    if do == "block":
        silence.block(held, now())
    elif do == "unmute":
        silence.unmute(held)
    else:
        silence.mute(held, now())
    return show(_silence(held))


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
        words = say(N_("You get no letters of the match {match} of {game}."))
        return Door(say(N_("No letters")), (_named(words, seen),), buttons=(again, never))
    words = say(N_("You get letters of the match {match} of {game}."))
    fewer = Button("mute", say(N_("No more of this match")))
    return Door(say(N_("Fewer letters?")), (_named(words, seen),), buttons=(fewer, never))


def _named(words: str, seen: Silence) -> str:
    return words.format(match=seen.match, game=seen.game)
