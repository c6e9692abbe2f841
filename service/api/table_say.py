"""The doors to what a table decides of itself: votes on its time, leaving it, who steps in."""

from datetime import UTC, datetime
from typing import Any

from service import resigning, substitutes, tokens, votes
from service.api import (
    auth,
    lobby_answers as answers,
    lobby_examples as examples,
    lobby_schemas as schemas,
)
from service.api.frame import Blueprint
from service.api.matches import person
from service.api.turns import MATCH
from service.lobby import Standing

blueprint = Blueprint("table", __name__, "Votes on a match's time, resigning, and substitutes.")

VOTE = {"in": "path", "name": "vote", "description": "The vote's number.", "example": 7}
SUBSTITUTE = {
    "in": "path",
    "name": "substitute",
    "description": "The substitute's number.",
    "example": 3,
}


@blueprint.route("/matches/<string:match>/votes", methods=["POST"], parameters=[MATCH])
@blueprint.doc(
    operationId="proposeVote", summary="Ask the table to pause, go on, or have more time"
)
@auth.token(tokens.Seat)
@blueprint.arguments(schemas.Ballot, example={"kind": "extend", "hours": 48})
@blueprint.response(201, answers.Standing, example=examples.VOTED)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def propose_vote(body: dict[str, Any], token: tokens.Seat, **_: str) -> Standing:
    return votes.propose(token, body["kind"], body.get("hours"), datetime.now(UTC))


@blueprint.route(
    "/matches/<string:match>/votes/<int(max=999999999):vote>/agree",
    methods=["POST"],
    parameters=[MATCH, VOTE],
)
@blueprint.doc(operationId="agreeToVote", summary="Be for what the table is asked")
@auth.token(tokens.Seat)
@blueprint.response(200, answers.Standing, example=examples.VOTED)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def agree_to_vote(token: tokens.Seat, vote: int, **_: str) -> Standing:
    return votes.agree(token, vote, datetime.now(UTC))


@blueprint.route(
    "/matches/<string:match>/votes/<int(max=999999999):vote>/disagree",
    methods=["POST"],
    parameters=[MATCH, VOTE],
)
@blueprint.doc(operationId="disagreeWithVote", summary="Be against what the table is asked")
@auth.token(tokens.Seat)
@blueprint.response(200, answers.Standing, example=examples.VOTED)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def disagree_with_vote(token: tokens.Seat, vote: int, **_: str) -> Standing:
    return votes.disagree(token, vote, datetime.now(UTC))


@blueprint.route("/matches/<string:match>/resign", methods=["POST"], parameters=[MATCH])
@blueprint.doc(operationId="resignSeat", summary="Leave the table for good")
@auth.token(tokens.Seat)
@blueprint.response(200, answers.Standing, example=examples.STANDING)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def resign_seat(token: tokens.Seat, **_: str) -> Standing:
    return resigning.resign(token, datetime.now(UTC))


@blueprint.route("/matches/<string:match>/substitutes", methods=["GET"], parameters=[MATCH])
@blueprint.doc(operationId="listSubstitutes", summary="Who would step in, and who was asked")
@auth.token(tokens.Host)
@blueprint.response(200, answers.Substitutes, example=examples.SUBSTITUTES)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
def list_substitutes(token: tokens.Host, **_: str) -> dict[str, Any]:
    return {"items": substitutes.listed(token)}


@blueprint.route("/matches/<string:match>/substitutes", methods=["POST"], parameters=[MATCH])
@blueprint.doc(operationId="addSubstitute", summary="Name somebody who would step in")
@auth.token(tokens.Host)
@blueprint.arguments(schemas.Substitute, example=examples.SUBSTITUTE)
@blueprint.response(201, answers.Substitutes, example=examples.SUBSTITUTES)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def add_substitute(body: dict[str, Any], token: tokens.Host, **_: str) -> dict[str, Any]:
    return {"items": substitutes.add(token, person(body, ""), datetime.now(UTC))}


@blueprint.route(
    "/matches/<string:match>/substitutes/<int(max=999999999):substitute>",
    methods=["DELETE"],
    parameters=[MATCH, SUBSTITUTE],
)
@blueprint.doc(operationId="strikeSubstitute", summary="Take a substitute off the list")
@auth.token(tokens.Host)
@blueprint.response(200, answers.Substitutes, example=examples.SUBSTITUTES)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def strike_substitute(token: tokens.Host, substitute: int, **_: str) -> dict[str, Any]:
    return {"items": substitutes.strike(token, substitute)}
