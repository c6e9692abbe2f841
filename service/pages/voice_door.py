"""The door to a seat's say in what its table is asked: who sits at it, or how its time goes."""

from types import ModuleType

from flask import request
from flask.typing import ResponseReturnValue

from service import tokens
from service.pages import handover_voice, vote_voice
from service.pages.door import blueprint, read, refused, show
from service.refusals import Refusal

VOICES = {"handover": handover_voice, "vote": vote_voice}


@blueprint.get("/v/<token>")
def voice(token: str) -> ResponseReturnValue:
    held = read(token, tokens.Voice)
    return show(_about(held).asking(held))


@blueprint.post("/v/<token>")
def said(token: str) -> ResponseReturnValue:
    held = read(token, tokens.Voice)
    about = _about(held)
    try:
        return show(about.say(held, request.form.get("do", "")))
    except Refusal as refusal:
        return refused(refusal, lambda: about.asking(held))


def _about(held: tokens.Voice) -> ModuleType:
    return VOICES[held.about]
