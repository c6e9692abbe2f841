"""The doors before a match: the host confirms its address, the invited accept or decline."""

from flask import render_template, request
from flask.typing import ResponseReturnValue

from engine.words import N_
from service import invitations, languages, players, tokens
from service.api import problems
from service.invitations import Reply
from service.pages.door import blueprint, read
from service.pages.filling import Filled
from service.pages.moments import now
from service.players import wrong
from service.refusals import Refusal, say

LUCK = N_("At most {most} bytes for your luck: plain letters and digits take one each.")


@blueprint.get("/c/<token>")
def confirm(token: str) -> ResponseReturnValue:
    return _confirming(read(token, tokens.Confirm))


@blueprint.post("/c/<token>")
def confirmed(token: str) -> ResponseReturnValue:
    held, filled = read(token, tokens.Confirm), Filled({})
    try:
        admitted = invitations.confirm(held, now())
    except Refusal as refusal:
        filled.note(refusal)
        return _confirming(held, filled, problems.TABLE[refusal.code].status)
    return render_template("confirmed.html", admitted=admitted)


def _confirming(
    held: tokens.Confirm, filled: Filled | None = None, status: int = 200
) -> ResponseReturnValue:
    words = next(iter(filled.faults.values()), None) if filled else None
    return render_template(
        "confirm.html", match=invitations.look_at_opening(held), refusal=words
    ), status


# --- an invitation


@blueprint.get("/i/<token>")
def invitation(token: str) -> ResponseReturnValue:
    return _inviting(read(token, tokens.Invitation), Filled({}))


@blueprint.post("/i/<token>")
def answered(token: str) -> ResponseReturnValue:
    held, filled = read(token, tokens.Invitation), Filled(request.form)
    try:
        if filled.value("do") == "decline":
            return render_template("declined.html", match=invitations.decline(held, now()))
        admitted = invitations.accept(held, _reply(filled), now())
    except Refusal as refusal:
        filled.note(refusal)
        return _inviting(held, filled, problems.TABLE[refusal.code].status)
    return render_template("accepted.html", admitted=admitted)


def _reply(filled: Filled) -> Reply:
    """What is left empty stays as it was."""
    language, zone = filled.value("language"), filled.value("time_zone").strip()
    return Reply(
        nonce=_nonce(filled.value("text")),
        language=players.read_language(language, "language") if language else None,
        time_zone=players.read_time_zone(zone, "time_zone") if zone else None,
    )


def _nonce(text: str) -> bytes | None:
    written = text.encode()
    if len(written) > invitations.LONGEST_NONCE:
        wrong("text", "bad_luck", say(LUCK, most=invitations.LONGEST_NONCE))
    return written or None


def _inviting(held: tokens.Invitation, filled: Filled, status: int = 200) -> ResponseReturnValue:
    seen = invitations.look(held)
    facts = {
        "match": seen,
        "mine": next((one for one in seen.seats if one.seat == held.seat), None),
        "host": next((one.name for one in seen.seats if one.host), None),
        "filled": filled,
        "present": languages.present(),
        "zones": sorted(players.time_zones()),
    }
    return render_template("invitation.html", **facts), status
