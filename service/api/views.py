"""The doors to looking: view, choices, log and record."""

import json
from datetime import UTC, datetime
from typing import Any

from flask import Response, jsonify, request

from engine import record
from service import languages, looking, polling, tokens
from service.api import auth, turn_examples as examples, turn_schemas as schemas
from service.api.frame import Blueprint
from service.api.turns import MATCH, PLAYED
from service.seating import Actor

blueprint = Blueprint("views", __name__, "Looking at the table.")

AS_VIEW, AS_CHOICES = schemas.Sight(), schemas.Choices()
VIEW = AS_VIEW.dump(examples.sight(0))
CHOICES = {name: VIEW[name] for name in ("turn", "phase", "choices", "asides")}
SINCE = {
    "in": "header",
    "name": "If-None-Match",
    "required": False,
    "schema": {"type": "string"},
    "description": "An ETag from before: 304 if nothing has changed for this viewer.",
}
RECORD = json.loads(record.text(record.export([examples.DEALT.entry])))
UNCHANGED = "Nothing has changed for this viewer."
RETRY_AFTER = {
    "Retry-After": {
        "description": "After how many seconds it is worth asking again, at least 5.",
        "schema": {"type": "integer"},
    }
}


def conditional(mark: str, make: Any, pause: int = polling.LIST) -> Response:
    """304 for the price of one row, or the whole with its mark."""
    unchanged = request.if_none_match.contains(mark)
    response = Response(status=304) if unchanged else make()
    response.set_etag(mark)
    response.headers["Retry-After"] = str(pause)
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.add("Authorization")
    return response


def as_json(schema: schemas.Sight | schemas.Choices, found: Any) -> Response:
    return jsonify(schema.dump(found))


def _polled(schema: schemas.Sight | schemas.Choices, match: str, token: Actor | None) -> Response:
    seen = looking.glance(token, match)
    return conditional(
        looking.marked(token, seen),
        lambda: as_json(schema, looking.sight(token, match)),
        polling.pause(seen, datetime.now(UTC)),
    )


@blueprint.route("/matches/<string:match>/view", parameters=[MATCH, SINCE])
@blueprint.doc(operationId="getView", summary="The table as this viewer may see it")
@auth.token(tokens.Seat, tokens.Turn, required=False)
@blueprint.alt_response(
    200, schema=schemas.Sight, description="The table.", example=VIEW, headers=RETRY_AFTER
)
@blueprint.alt_response(304, description=UNCHANGED, headers=RETRY_AFTER)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def get_view(match: str, token: Actor | None) -> Response:
    return _polled(AS_VIEW, match, token)


@blueprint.route("/matches/<string:match>/choices", parameters=[MATCH, SINCE])
@blueprint.doc(operationId="getChoices", summary="What this seat may do now")
@auth.token(tokens.Seat, tokens.Turn)
@blueprint.alt_response(
    200, schema=schemas.Choices, description="Choices.", example=CHOICES, headers=RETRY_AFTER
)
@blueprint.alt_response(304, description=UNCHANGED, headers=RETRY_AFTER)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def get_choices(match: str, token: Actor) -> Response:
    return _polled(AS_CHOICES, match, token)


@blueprint.route("/matches/<string:match>/log", parameters=[MATCH])
@blueprint.doc(operationId="getLog", summary="What has happened, entry by entry")
@auth.token(tokens.Seat, tokens.Turn, required=False)
@blueprint.arguments(schemas.LogQuery, location="query")
@blueprint.response(200, schemas.Log, example={"items": [PLAYED["entry"]], "next": None})
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def get_log(query: dict[str, int], match: str, token: Actor | None) -> looking.Log:
    tongue = languages.asked_tongue()
    return looking.log(token, match, query["after"], query["limit"], tongue)


@blueprint.route("/matches/<string:match>/record", parameters=[MATCH])
@blueprint.doc(operationId="getRecord", summary="The record, to be checked by anyone")
@blueprint.alt_response(200, schema=schemas.Record, description="The record.", example=RECORD)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def get_record(match: str) -> Response:
    return Response(looking.whole_record(match), content_type="application/json")
