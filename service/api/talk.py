"""The doors to talk at the table: for who holds a seat there, and nobody else."""

from datetime import UTC, datetime
from typing import Any

from flask import Response, jsonify

from service import looking, talking, tokens
from service.api import auth, talk_schemas as schemas, turn_examples as examples
from service.api.frame import Blueprint
from service.api.turns import KEY, MATCH, sent
from service.api.views import SINCE, UNCHANGED, conditional
from service.seating import Actor
from service.talking import Said, Words

blueprint = Blueprint("talk", __name__, "Talk at the table.")

AS_TALK = schemas.Talk()
WORDS = {"text": "I shall be slow until Monday.", "to": None}
SAID = {
    "message": "q7m2x9k4tb3vhw8p",
    "seat": 1,
    "name": "Bruno",
    "to": None,
    "text": WORDS["text"],
    "at": examples.AT.isoformat(),
}


@blueprint.route("/matches/<string:match>/messages", methods=["POST"], parameters=[MATCH])
@blueprint.doc(
    operationId="postMessage", summary="Say something to all, or to one seat", parameters=[KEY]
)
@auth.token(tokens.Seat, tokens.Turn)
@blueprint.arguments(schemas.Words, example=WORDS)
@blueprint.response(201, schemas.Message, example=SAID)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(422, "UNPROCESSABLE_ENTITY")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def post_message(body: dict[str, Any], token: Actor, **_: str) -> Said:
    return talking.post(token, Words(body["text"], body["to"]), sent(), datetime.now(UTC))


@blueprint.route("/matches/<string:match>/messages", parameters=[MATCH, SINCE])
@blueprint.doc(operationId="getMessages", summary="What was said to all, to this seat and by it")
@auth.token(tokens.Seat, tokens.Turn)
@blueprint.arguments(schemas.TalkQuery, location="query")
@blueprint.alt_response(
    200, schema=schemas.Talk, description="Messages.", example={"items": [SAID], "next": None}
)
@blueprint.alt_response(304, description=UNCHANGED)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def get_messages(query: dict[str, Any], match: str, token: Actor) -> Response:
    def make() -> Response:
        return jsonify(AS_TALK.dump(talking.read(token, query.get("after"), query["limit"])))

    return conditional(looking.mark(token, match), make)
