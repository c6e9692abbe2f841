"""The table's say in who sits at it: agree, or object, that a seat changes hands."""

from flask import request
from flask.typing import ResponseReturnValue

from engine.words import N_
from service import handovers, tokens
from service.handovers import Proposal
from service.pages.door import Button, Door, blueprint, now, read, refused, show
from service.refusals import Refusal

DECIDED = {
    "done": "This was decided: the seat has changed hands.",
    "stopped": "This was decided: it was stopped, or another was proposed.",
}


@blueprint.get("/v/<token>")
def voice(token: str) -> ResponseReturnValue:
    return show(_asking(read(token, tokens.Voice)))


@blueprint.post("/v/<token>")
def said(token: str) -> ResponseReturnValue:
    held = read(token, tokens.Voice)
    try:
        return show(_say(held, request.form.get("do", "")))
    except Refusal as refusal:
        return refused(refusal, lambda: _asking(held))


def _say(held: tokens.Voice, do: str) -> Door:
    asked = handovers.look(held)
    if do == "object":
        handovers.object_to(held, asked.seat, now())
        return Door("You have objected", (f"The seat stays with {asked.former}. All are told.",))
    if do != "consent":
        raise Refusal("malformed", N_("The form does not say what to do."))
    seen = handovers.consent(held, asked.seat, now())
    if asked.seat in {one.seat for one in seen.handovers}:
        return Door("You have agreed", ("It is noted. All are told once the seat changes hands.",))
    return Door("You have agreed", (f"The seat of {asked.former} has changed hands.",))


def _asking(held: tokens.Voice) -> Door:
    asked = handovers.look(held)
    wanted = f"The host wants to give the seat of {asked.former} to {asked.successor}."
    if asked.status != "waiting":
        return Door("A seat changes hands", (DECIDED[asked.status],))
    agree = "Give up my seat" if asked.seat == held.seat else "I agree"
    return Door(
        title="Shall a seat change hands?",
        words=(wanted, _when(asked)),
        buttons=(Button("object", "I object"), Button("consent", agree, quiet=True)),
    )


def _when(asked: Proposal) -> str:
    moment = f"{asked.effective_at:%Y-%m-%d %H:%M} UTC"
    return (
        f"It happens when {asked.former} agrees, when all the others do, or on {moment} "
        "unless somebody objects before. One objection stops it."
    )
