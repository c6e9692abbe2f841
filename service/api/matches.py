"""The doors to opening, finding and joining a match."""

from datetime import UTC, datetime
from typing import Any

from flask import Response, jsonify, request

from service import invitations, lobby, looking, names, opening, pacing, players, polling, tokens
from service.admission import Admission
from service.api import (
    auth,
    lobby_answers as answers,
    lobby_examples as examples,
    lobby_schemas as schemas,
)
from service.api.frame import Blueprint
from service.api.turns import KEY, MATCH, sent
from service.api.views import RETRY_AFTER, SINCE, UNCHANGED, conditional
from service.calendars import Window
from service.invitations import Reply
from service.lobby import Page, Standing
from service.opening import BotSeat, Chair, Guest, HostSeat, Origin, Terms
from service.players import Person

blueprint = Blueprint("matches", __name__, "Opening, finding and joining matches.")

SECRET_KEY = {
    **KEY,
    "schema": KEY["schema"] | {"minLength": opening.LEAST_KEY},
    "description": (
        "The same key and body again gets the first answer again, tokens included, for 14 days "
        "and from any address: the key is a secret, drawn anew for each opening (`uuidgen`). "
        f"One of fewer than {opening.LEAST_KEY} characters, or of fewer than "
        f"{opening.LEAST_DIFFERENT} different ones, is refused as `weak_key`."
    ),
}


@blueprint.route("/matches", methods=["POST"])
@blueprint.doc(
    operationId="openMatch",
    summary="Open a match; its host confirms by letter",
    parameters=[SECRET_KEY],
)
@auth.token(tokens.Player, required=False)
@blueprint.arguments(schemas.Opening, example=examples.OPENING)
@blueprint.response(201, answers.Admission, example=examples.OPENED)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(422, "UNPROCESSABLE_ENTITY")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def open_match(body: dict[str, Any], token: tokens.Player | None) -> Admission:
    asked = sent()
    origin = Origin(request.remote_addr or "", asked.key, asked.body)
    chairs = [_chair(one, f"seats.{number}.") for number, one in enumerate(body["seats"])]
    host = person(body["host"], "host.")
    beside = [
        person(one, f"substitutes.{number}.") for number, one in enumerate(body["substitutes"])
    ]
    return opening.open_match(_terms(body), host, chairs, origin, datetime.now(UTC), beside, token)


def _terms(body: dict[str, Any]) -> Terms:
    return Terms(
        game=body["game"],
        options=body["options"],
        turn_hours=body["pace"]["turn_hours"],
        sealed_hours=body["pace"]["sealed_hours"],
        free_days=pacing.in_order(tuple(body["pace"]["free_days"])),
        window=Window(**body["pace"]["window"]),
        patience=body["pace"]["patience"],
        absence=body["pace"]["absence"],
        cooling=body["cooling"],
        public=body["public"],
        starts_alone=body["start"] == "auto",
    )


def _chair(asked: dict[str, Any], where: str) -> Chair:
    return HostSeat() if asked["kind"] == "host" else holder(asked, where)


def holder(asked: dict[str, Any], where: str) -> Guest | BotSeat:
    """Somebody invited, or a bot."""
    if asked["kind"] == "player":
        return Guest(person(asked, where))
    given = asked.get("name")
    return BotSeat(asked["bot"], None if given is None else names.read(given, f"{where}name"))


def person(asked: dict[str, Any], where: str) -> Person:
    given = asked.get("address")
    return Person(
        name=names.read(asked["name"], f"{where}name"),
        address=None if given is None else players.read_address(given, f"{where}address"),
        language=players.read_language(asked["language"], f"{where}language"),
        time_zone=players.read_time_zone(asked["time_zone"], f"{where}time_zone"),
    )


@blueprint.route("/matches", methods=["GET"])
@blueprint.doc(operationId="listMatches", summary="Public matches, the newest first")
@blueprint.arguments(schemas.Filters, location="query")
@blueprint.response(200, answers.Matches, example={"items": [examples.BRIEF], "next": None})
@blueprint.alt_response(400, "BAD_REQUEST")
def list_matches(query: dict[str, Any]) -> Page:
    return lobby.listed(query.get("game"), query.get("status"), query.get("after"), query["limit"])


@blueprint.route("/matches/<string:match>", methods=["GET"], parameters=[MATCH, SINCE])
@blueprint.doc(operationId="getMatch", summary="Where a match stands, as anyone may know")
@blueprint.alt_response(
    200,
    schema=answers.Standing,
    description="The match.",
    example=examples.STANDING,
    headers=RETRY_AFTER,
)
@blueprint.alt_response(304, description=UNCHANGED, headers=RETRY_AFTER)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
def get_match(match: str) -> Response:
    seen = looking.glance(None, match)
    return conditional(
        f"{seen.revision}-match",
        lambda: jsonify(answers.Standing().dump(lobby.one(match))),
        polling.pause(seen, datetime.now(UTC)),
    )


@blueprint.route("/matches/<string:match>/confirm", methods=["POST"], parameters=[MATCH])
@blueprint.doc(operationId="confirmMatch", summary="Show that the host reads its letters")
@auth.token(tokens.Confirm)
@blueprint.response(200, answers.Admission, example=examples.ADMISSION)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def confirm_match(token: tokens.Confirm, **_: str) -> Admission:
    return invitations.confirm(token, datetime.now(UTC))


@blueprint.route("/matches/<string:match>/invitation/accept", methods=["POST"], parameters=[MATCH])
@blueprint.doc(operationId="acceptInvitation", summary="Take the seat")
@auth.token(tokens.Invitation)
@blueprint.arguments(
    schemas.Acceptance, required=False, example={"nonce": "c0ffee", "time_zone": "Europe/Rome"}
)
@blueprint.response(200, answers.Admission, example=examples.ACCEPTED)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def accept_invitation(body: dict[str, Any], token: tokens.Invitation, **_: str) -> Admission:
    return invitations.accept(token, _reply(body), datetime.now(UTC))


def _reply(body: dict[str, Any]) -> Reply:
    said = introduced(body)
    nonce = body.get("nonce")
    return Reply(nonce=None if nonce is None else bytes.fromhex(nonce), **said)


def introduced(body: dict[str, Any]) -> dict[str, str]:
    """What a person says of itself, each part checked; what is not said is left out."""
    readers = {
        "name": names.read,
        "language": players.read_language,
        "time_zone": players.read_time_zone,
    }
    return {part: read(body[part], part) for part, read in readers.items() if part in body}


@blueprint.route("/matches/<string:match>/invitation/decline", methods=["POST"], parameters=[MATCH])
@blueprint.doc(operationId="declineInvitation", summary="Leave the seat to another")
@auth.token(tokens.Invitation)
@blueprint.response(200, answers.Standing, example=examples.STANDING)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def decline_invitation(token: tokens.Invitation, **_: str) -> Standing:
    return invitations.decline(token, datetime.now(UTC))
