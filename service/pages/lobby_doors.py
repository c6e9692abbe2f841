"""The doors before a match: the host confirms its address, the invited accept or decline."""

from flask import request
from flask.typing import ResponseReturnValue

from engine.registry import GAMES
from engine.words import N_
from service import invitations, lobby, tokens
from service.invitations import Reply
from service.lobby import Standing
from service.pages.door import Button, Door, blueprint, now, read, refused, show
from service.refusals import Refusal, say


@blueprint.get("/c/<token>")
def confirm(token: str) -> ResponseReturnValue:
    return show(_confirming(read(token, tokens.Confirm)))


@blueprint.post("/c/<token>")
def confirmed(token: str) -> ResponseReturnValue:
    held = read(token, tokens.Confirm)
    try:
        admitted = invitations.confirm(held, now())
    except Refusal as refusal:
        return refused(refusal, lambda: _confirming(held))
    words = "Your address is confirmed, and the invitations are on their way."
    if admitted.host_token is None:
        return show(Door("The match is open", ("You have said so already.",)))
    onward = (f"/h/{admitted.host_token}", "To your match")
    return show(Door("The match is open", (words,), onward=onward))


def _confirming(held: tokens.Confirm) -> Door:
    standing = lobby.one(held.match)
    return Door(
        title="Open this match?",
        words=(
            *described(standing),
            "Once you say yes, everyone you named gets an invitation by letter.",
        ),
        buttons=(Button("confirm", "Yes, open it"),),
    )


def described(standing: Standing) -> tuple[str, ...]:
    people = ", ".join(seat.name for seat in standing.seats)
    return (f"{GAMES[standing.game].meta.title}, match {standing.match}.", f"Players: {people}.")


# --- an invitation


@blueprint.get("/i/<token>")
def invitation(token: str) -> ResponseReturnValue:
    return show(_inviting(read(token, tokens.Invitation)))


@blueprint.post("/i/<token>")
def answered(token: str) -> ResponseReturnValue:
    held = read(token, tokens.Invitation)
    try:
        if request.form.get("do") == "decline":
            invitations.decline(held, now())
            return show(Door("You have declined", ("The host is told. Nothing more comes of it.",)))
        invitations.accept(held, Reply(nonce=_nonce()), now())
    except Refusal as refusal:
        return refused(refusal, lambda: _inviting(held))
    words = "A letter comes whenever it is your turn."
    return show(Door("You are in", (words,)))


def _nonce() -> bytes | None:
    written = request.form.get("text", "").encode()
    if len(written) > invitations.LONGEST_NONCE:
        raise Refusal(
            "malformed",
            say(N_("At most {most} bytes for your luck."), most=invitations.LONGEST_NONCE),
        )
    return written or None


def _inviting(held: tokens.Invitation) -> Door:
    standing = lobby.one(held.match)
    return Door(
        title="You are invited",
        words=(
            *described(standing),
            f"Its luck was committed to before you came: {standing.seed_hash}",
        ),
        line="A few characters of your own for the luck (not needed)",
        buttons=(Button("accept", "Accept"), Button("decline", "Decline", quiet=True)),
    )
