"""The door to fewer letters: none of this match, or none ever again."""

from flask import request
from flask.typing import ResponseReturnValue

from service import tokens
from service.pages.door import Button, Door, blueprint, now, read, show
from service.post import silence


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
    seen = silence.look(held)
    never = Button("block", "Never write to me again", quiet=True)
    if seen.blocked:
        return Door("You get no letters", ("Your address is never written to again.",))
    if seen.fault is not None:
        words = f"Letters to you came back: {seen.fault}."
        return Door("No letters", (words,), buttons=(Button("unmute", "Try again"), never))
    if seen.muted:
        words = f"You get no letters of the match {seen.match} of {seen.game}."
        return Door("No letters", (words,), buttons=(Button("unmute", "Write to me again"), never))
    words = f"You get letters of the match {seen.match} of {seen.game}."
    return Door(
        "Fewer letters?", (words,), buttons=(Button("mute", "No more of this match"), never)
    )
