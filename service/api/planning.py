"""The doors to what a seat lays down for turns to come: its plan, its preferences."""

from datetime import UTC, datetime
from typing import Any

from service import languages, planning, tokens
from service.api import auth, plan_schemas as schemas
from service.api.frame import Blueprint
from service.api.turns import MATCH, sent
from service.plans import Laid
from service.seating import Actor

blueprint = Blueprint("plans", __name__, "What is to be done without asking.")

LAYING = {
    "steps": [
        {"text": "worker C4", "otherwise": "skip"},
        {"text": "sorcerer D6", "otherwise": "stop"},
        {"text": "pass", "phase": "placement 1"},
    ]
}
OWN = {
    "revision": 4,
    "stopped": None,
    "steps": [
        {
            "phase": "placement 1",
            "action": {"kind": "place", "figure": "worker", "at": [2, 3]},
            "text": "worker C4",
            "otherwise": "skip",
            "most_points": 0,
            "points": 0,
            "refusal": None,
            "foreseen": True,
            "sentences": ["Blue puts a worker on C4."],
        }
    ],
}
WANTED = {"preferences": {"recall": "keep", "idle": True}}


def _laid(step: dict[str, Any]) -> Laid:
    form = "text" if "text" in step else "action"
    return Laid({form: step[form]}, step["otherwise"], step.get("phase"), step.get("most_points"))


@blueprint.route("/matches/<string:match>/plan", methods=["GET"], parameters=[MATCH])
@blueprint.doc(operationId="getPlan", summary="My plan, with what it would do as the table stands")
@auth.token(tokens.Seat, tokens.Turn)
@blueprint.response(200, schemas.Own, example=OWN)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def get_plan(token: Actor, **_: str) -> planning.Own:
    return planning.look(token, languages.asked_tongue())


@blueprint.route("/matches/<string:match>/plan", methods=["PUT"], parameters=[MATCH])
@blueprint.doc(operationId="putPlan", summary="Lay down a plan, in place of the one before")
@auth.token(tokens.Seat, tokens.Turn)
@blueprint.arguments(schemas.Laying, example=LAYING)
@blueprint.response(200, schemas.Own, example=OWN)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(413, "REQUEST_ENTITY_TOO_LARGE")
@blueprint.alt_response(422, "UNPROCESSABLE_ENTITY")
def put_plan(body: dict[str, Any], token: Actor, **_: str) -> planning.Own:
    laid = [_laid(step) for step in body["steps"]]
    now, tongue = datetime.now(UTC), languages.asked_tongue()
    return planning.lay(token, sent(), laid, now, body.get("revision"), tongue)


@blueprint.route("/matches/<string:match>/plan", methods=["DELETE"], parameters=[MATCH])
@blueprint.doc(operationId="withdrawPlan", summary="Throw my plan away")
@auth.token(tokens.Seat, tokens.Turn)
@blueprint.response(204)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def withdraw_plan(token: Actor, **_: str) -> None:
    planning.withdraw(token, datetime.now(UTC))


@blueprint.route("/matches/<string:match>/preferences", methods=["GET"], parameters=[MATCH])
@blueprint.doc(operationId="getPreferences", summary="My standing preferences")
@auth.token(tokens.Seat)
@blueprint.response(200, schemas.Preferences, example=WANTED)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def get_preferences(token: tokens.Seat, **_: str) -> dict[str, Any]:
    return {"preferences": planning.my_preferences(token)}


@blueprint.route("/matches/<string:match>/preferences", methods=["PUT"], parameters=[MATCH])
@blueprint.doc(operationId="putPreferences", summary="Say once what is to be done without asking")
@auth.token(tokens.Seat)
@blueprint.arguments(schemas.Preferences, example=WANTED)
@blueprint.response(200, schemas.Preferences, example=WANTED)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def put_preferences(body: dict[str, Any], token: tokens.Seat, **_: str) -> dict[str, Any]:
    return {"preferences": planning.prefer(token, body["preferences"], datetime.now(UTC))}
