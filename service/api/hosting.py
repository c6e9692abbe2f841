"""The doors to the host's tools, and to the table's say in who sits at it."""

from datetime import UTC, datetime
from typing import Any

from service import (
    handovers,
    hosting,
    invitations,
    names,
    pacing,
    player_links,
    renewals,
    returning,
    tokens,
)
from service.api import (
    auth,
    lobby_answers as answers,
    lobby_examples as examples,
    lobby_schemas as schemas,
)
from service.api.frame import Blueprint
from service.api.matches import holder
from service.api.turns import MATCH
from service.calendars import Window
from service.handovers import AnySubstitute, Wanted
from service.hosting import Change
from service.lobby import Standing
from service.renewals import Renewal

blueprint = Blueprint("hosting", __name__, "The host's tools, and replacing a seat.")

SEAT = {"in": "path", "name": "seat", "description": "The seat's number, from 0.", "example": 1}
BOT = {"holder": {"kind": "bot", "bot": "random"}}


@blueprint.route("/matches/<string:match>", methods=["PATCH"], parameters=[MATCH])
@blueprint.doc(operationId="changeMatch", summary="Change what was agreed, as far as it is fair")
@auth.token(tokens.Host)
@blueprint.arguments(
    schemas.MatchChange, required=False, example={"public": False, "pace": {"turn_hours": 96}}
)
@blueprint.response(200, answers.Standing, example=examples.STANDING)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def change_match(body: dict[str, Any], token: tokens.Host, **_: str) -> Standing:
    return hosting.change(token, _change(body), datetime.now(UTC))


def _change(body: dict[str, Any]) -> Change:
    pace = body.get("pace", {})
    called = {
        one["seat"]: names.read(one["name"], f"seats.{place}.name")
        for place, one in enumerate(body.get("seats", []))
    }
    return Change(
        public=body.get("public"),
        turn_hours=pace.get("turn_hours"),
        sealed_hours=pace.get("sealed_hours"),
        free_days=pacing.in_order(tuple(pace["free_days"])) if "free_days" in pace else None,
        window=Window(**pace["window"]) if "window" in pace else None,
        patience=pace.get("patience"),
        absence=pace.get("absence"),
        cooling=body.get("cooling"),
        starts_alone=None if "start" not in body else body["start"] == "auto",
        names=called,
    )


@blueprint.route("/matches/<string:match>/start", methods=["POST"], parameters=[MATCH])
@blueprint.doc(operationId="startMatch", summary="Start once everyone has accepted")
@auth.token(tokens.Host)
@blueprint.response(200, answers.Standing, example=examples.STANDING)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def start_match(token: tokens.Host, **_: str) -> Standing:
    return hosting.start(token, datetime.now(UTC))


@blueprint.route("/matches/<string:match>/cancel", methods=["POST"], parameters=[MATCH])
@blueprint.doc(operationId="cancelMatch", summary="End the match without an outcome")
@auth.token(tokens.Host)
@blueprint.response(200, answers.Standing, example=examples.STANDING)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def cancel_match(token: tokens.Host, **_: str) -> Standing:
    return hosting.cancel(token, datetime.now(UTC))


@blueprint.route("/matches/<string:match>/pause", methods=["POST"], parameters=[MATCH])
@blueprint.doc(operationId="pauseMatch", summary="Stop the clock and the play")
@auth.token(tokens.Host)
@blueprint.response(200, answers.Standing, example=examples.STANDING)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def pause_match(token: tokens.Host, **_: str) -> Standing:
    return hosting.pause(token, datetime.now(UTC))


@blueprint.route("/matches/<string:match>/resume", methods=["POST"], parameters=[MATCH])
@blueprint.doc(operationId="resumeMatch", summary="Go on; deadlines move by the pause")
@auth.token(tokens.Host)
@blueprint.response(200, answers.Standing, example=examples.STANDING)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def resume_match(token: tokens.Host, **_: str) -> Standing:
    return hosting.resume(token, datetime.now(UTC))


@blueprint.route("/matches/<string:match>/extend", methods=["POST"], parameters=[MATCH])
@blueprint.doc(operationId="extendMatch", summary="Give the awaited seats more time")
@auth.token(tokens.Host)
@blueprint.arguments(schemas.Extension, example={"hours": 48})
@blueprint.response(200, answers.Standing, example=examples.STANDING)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def extend_match(body: dict[str, Any], token: tokens.Host, **_: str) -> Standing:
    return hosting.extend(token, body["hours"], datetime.now(UTC))


@blueprint.route(
    "/matches/<string:match>/seats/<int(max=9):seat>/invite",
    methods=["POST"],
    parameters=[MATCH, SEAT],
)
@blueprint.doc(operationId="inviteAgain", summary="Remind who has not answered, or is awaited")
@auth.token(tokens.Host)
@blueprint.response(200, answers.Standing, example=examples.STANDING)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def invite_again(token: tokens.Host, seat: int, **_: str) -> Standing:
    return invitations.remind(token, seat, datetime.now(UTC))


@blueprint.route(
    "/matches/<string:match>/seats/<int(max=9):seat>/replace",
    methods=["POST"],
    parameters=[MATCH, SEAT],
)
@blueprint.doc(operationId="replaceSeat", summary="Give a seat to another, as the table lets it")
@auth.token(tokens.Host)
@blueprint.arguments(schemas.Replacement, example=BOT)
@blueprint.response(200, answers.Standing, example=examples.STANDING)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def replace_seat(body: dict[str, Any], token: tokens.Host, seat: int, **_: str) -> Standing:
    return handovers.replace(token, seat, _wanted(body["holder"]), datetime.now(UTC))


def _wanted(asked: dict[str, Any]) -> Wanted:
    return AnySubstitute() if asked["kind"] == "substitute" else holder(asked, "holder.")


@blueprint.route(
    "/matches/<string:match>/seats/<int(max=9):seat>/consent",
    methods=["POST"],
    parameters=[MATCH, SEAT],
)
@blueprint.doc(operationId="consentToReplace", summary="Agree that a seat is given to another")
@auth.token(tokens.Seat)
@blueprint.response(200, answers.Standing, example=examples.STANDING)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def consent_to_replace(token: tokens.Seat, seat: int, **_: str) -> Standing:
    return handovers.consent(token, seat, datetime.now(UTC))


@blueprint.route(
    "/matches/<string:match>/seats/<int(max=9):seat>/object",
    methods=["POST"],
    parameters=[MATCH, SEAT],
)
@blueprint.doc(operationId="objectToReplace", summary="Stop a seat from being given to another")
@auth.token(tokens.Seat)
@blueprint.response(200, answers.Standing, example=examples.STANDING)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def object_to_replace(token: tokens.Seat, seat: int, **_: str) -> Standing:
    return handovers.object_to(token, seat, datetime.now(UTC))


@blueprint.route("/matches/<string:match>/links", methods=["POST"], parameters=[MATCH])
@blueprint.doc(
    operationId="renewLinks",
    summary="Replace the links of my seat, or mine as host; a letter brings the new ones",
)
@auth.token(tokens.Seat, tokens.Host)
@blueprint.arguments(schemas.Renewed, required=False, example={"keep_programs": False})
@blueprint.response(202, answers.Renewal, example=examples.RENEWAL)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def renew_links(body: dict[str, Any], token: tokens.Seat | tokens.Host, **_: str) -> Renewal:
    now = datetime.now(UTC)
    if isinstance(token, tokens.Host):
        return renewals.of_host(token, now, **body)
    return renewals.of_seat(token, now, **body)


@blueprint.route("/matches/<string:match>/player-link", methods=["POST"], parameters=[MATCH])
@blueprint.doc(
    operationId="sendPlayerLink",
    summary="Send the link of my own page to my stored address, by letter",
)
@auth.token(tokens.Seat, tokens.Host)
@blueprint.response(204)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
def send_player_link(token: tokens.Seat | tokens.Host, **_: str) -> None:
    player_links.ask(token, datetime.now(UTC))


@blueprint.route("/matches/<string:match>/return", methods=["POST"], parameters=[MATCH])
@blueprint.doc(operationId="returnToSeat", summary="Take my seat back from who plays for me")
@auth.token(tokens.Seat)
@blueprint.response(200, answers.Standing, example=examples.STANDING)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def return_to_seat(token: tokens.Seat, **_: str) -> Standing:
    return returning.take_back(token, datetime.now(UTC))
