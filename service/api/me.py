"""The doors to oneself: what is known of me, all my matches, and when I am away."""

from datetime import UTC, datetime
from typing import Any

from flask import Response, jsonify

from service import absences, me, reminders, renewals, tokens
from service.absences import Days
from service.api import (
    auth,
    lobby_answers as answers,
    lobby_examples as examples,
    lobby_schemas as schemas,
)
from service.api.frame import Blueprint
from service.api.matches import introduced
from service.api.views import RETRY_AFTER, SINCE, UNCHANGED, conditional
from service.me import Change, Me
from service.renewals import Renewal

blueprint = Blueprint("me", __name__, "The person behind the seats.")

ABSENCE = {
    "in": "path",
    "name": "absence",
    "description": "The absence's id.",
    "example": examples.ABSENCE["absence"],
}


@blueprint.route("/me", methods=["GET"])
@blueprint.doc(operationId="getMe", summary="What is known of me")
@auth.token(tokens.Player)
@blueprint.response(200, answers.Me, example=examples.ME)
@blueprint.alt_response(400, "BAD_REQUEST")
def get_me(token: tokens.Player) -> Me:
    return me.look(token)


@blueprint.route("/me", methods=["PATCH"])
@blueprint.doc(operationId="changeMe", summary="Change my name, language, time zone or letters")
@auth.token(tokens.Player)
@blueprint.arguments(
    schemas.MeChange,
    required=False,
    example={"language": "it", "letters": {"digest": 18, "quiet": {"from": 22, "to": 7}}},
)
@blueprint.response(200, answers.Me, example=examples.ME)
@blueprint.alt_response(400, "BAD_REQUEST")
def change_me(body: dict[str, Any], token: tokens.Player) -> Me:
    wanted = body.get("reminders")
    change = Change(
        **introduced(body),
        receipts=body.get("receipts"),
        letters=body.get("letters"),
        reminders=None if wanted is None else reminders.read_hours(wanted, "reminders"),
    )
    return me.change(token, change, datetime.now(UTC))


@blueprint.route("/me/links", methods=["POST"])
@blueprint.doc(
    operationId="renewMyLinks", summary="Replace all my links; a letter brings the new ones"
)
@auth.token(tokens.Player)
@blueprint.arguments(schemas.Renewed, required=False, example={"keep_programs": False})
@blueprint.response(202, answers.Renewal, example=examples.RENEWAL)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def renew_my_links(body: dict[str, Any], token: tokens.Player) -> Renewal:
    return renewals.of_player(token, datetime.now(UTC), **body)


@blueprint.route("/me/matches", methods=["GET"])
@blueprint.doc(
    operationId="listMyMatches", summary="All my matches, the newest first", parameters=[SINCE]
)
@auth.token(tokens.Player)
@blueprint.arguments(schemas.Paging, location="query")
@blueprint.alt_response(
    200,
    schema=answers.MyMatches,
    description="A page of them.",
    example=examples.MINE,
    headers=RETRY_AFTER,
)
@blueprint.alt_response(304, description=UNCHANGED, headers=RETRY_AFTER)
@blueprint.alt_response(400, "BAD_REQUEST")
def list_my_matches(query: dict[str, Any], token: tokens.Player) -> Response:
    after, limit = query.get("after"), query["limit"]
    return conditional(
        me.mark(token, after, limit),
        lambda: jsonify(answers.MyMatches().dump(me.my_matches(token, after, limit))),
    )


@blueprint.route("/me/absences", methods=["GET"])
@blueprint.doc(operationId="listMyAbsences", summary="When I am away, the next time first")
@auth.token(tokens.Player)
@blueprint.response(200, answers.Absences, example={"items": [examples.ABSENCE], "next": None})
@blueprint.alt_response(400, "BAD_REQUEST")
def list_my_absences(token: tokens.Player) -> dict[str, Any]:
    return {"items": absences.listed(token, datetime.now(UTC)), "next": None}


@blueprint.route("/me/absences", methods=["POST"])
@blueprint.doc(operationId="declareAbsence", summary="Be away from a day to a day, in all matches")
@auth.token(tokens.Player)
@blueprint.arguments(schemas.AbsenceMade, example=examples.DAYS)
@blueprint.response(201, answers.Absence, example=examples.ABSENCE)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def declare_absence(body: dict[str, Any], token: tokens.Player) -> Days:
    return absences.declare(token, body["first_day"], body["last_day"], datetime.now(UTC))


@blueprint.route("/me/absences/<string:absence>", methods=["DELETE"], parameters=[ABSENCE])
@blueprint.doc(operationId="withdrawAbsence", summary="Be there after all")
@auth.token(tokens.Player)
@blueprint.response(204)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
def withdraw_absence(token: tokens.Player, absence: str) -> None:
    absences.withdraw(token, absence, datetime.now(UTC))
