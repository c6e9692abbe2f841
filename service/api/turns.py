"""The doors to acting: turns, sealed actions, peeks and dry runs."""

from datetime import UTC, datetime
from typing import Any

from flask import request

from service import dry_run, languages, looking, play, sealed, tokens, undoing
from service.api import auth, turn_examples as examples, turn_schemas as schemas
from service.api.frame import Blueprint
from service.sealed import Receipt
from service.seating import Actor, AnyActor
from service.sent import Asked, Sent, demand_key
from service.signed import Signed

blueprint = Blueprint("turns", __name__, "Acting at the table.")

MATCH = {"in": "path", "name": "match", "description": "The match's id.", "example": examples.MATCH}
KEY: dict[str, Any] = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]+$"},
    "description": "The same key and body again gets the first answer again.",
}
LONGEST = 255  # of an authority and a path that are kept
# Made once: a schema copies its fields whenever one is made.
ACT = schemas.Act()
AS_RECEIPT, AS_ENTRY, AS_TABLE = schemas.Receipt(), schemas.Entry(), schemas.Sight()
RECEIPT = AS_RECEIPT.dump(examples.RECEIPT)
SEALED = {"receipt": RECEIPT, "action": examples.ACTION, "text": examples.WORDS}
PLAYED = {
    "entry": AS_ENTRY.dump(examples.LINE),
    "table": AS_TABLE.dump(examples.TABLE),
}
UNDONE = {
    "entry": AS_ENTRY.dump(examples.UNDONE_LINE),
    "table": AS_TABLE.dump(examples.UNDONE_TABLE),
}
CHECKED = {
    "text": examples.WORDS,
    "action": examples.ACTION,
    "foreseen": False,
    "events": [],
    "sentences": [],
    "warnings": [],
}


def sent(actor: AnyActor | None = None) -> Sent:
    """The request to the byte; where it is signed, with its proof."""
    key = request.headers.get("Idempotency-Key")
    if key is not None:
        demand_key(key)
    signed = actor if isinstance(actor, Signed) else None
    return Sent(
        body=request.get_data(cache=True),
        method=request.method,
        authority=request.host[:LONGEST] if signed is None else signed.proof.authority,
        path=request.path[:LONGEST],
        key=key,
        signed=signed,
    )


def asked(body: dict[str, Any]) -> Asked:
    return Asked(body["turn"], body.get("action"), body.get("text"))


def shown(answer: play.Answer | Receipt) -> tuple[Any, int]:
    if isinstance(answer, Receipt):
        return AS_RECEIPT.dump(answer), 202
    tongue = languages.asked_tongue()
    fresh = looking.fresh_line(answer.done, answer.at, answer.seat, tongue)
    table = looking.of_row(answer.row, answer.done.match, answer.seat, answer.stood)
    return {"entry": AS_ENTRY.dump(fresh), "table": AS_TABLE.dump(table)}, 201


@blueprint.route("/matches/<string:match>/turns", methods=["POST"], parameters=[MATCH])
@blueprint.doc(
    operationId="submitTurn", summary="Play an open turn, or seal an action", parameters=[KEY]
)
@auth.token(tokens.Seat, tokens.Turn, signed=True)
@blueprint.arguments(ACT, example=examples.BID)
@blueprint.alt_response(201, schema=schemas.Played, description="Played.", example=PLAYED)
@blueprint.alt_response(202, schema=schemas.Receipt, description="Sealed.", example=RECEIPT)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(422, "UNPROCESSABLE_ENTITY")
def submit_turn(body: dict[str, Any], token: AnyActor, **_: str) -> tuple[Any, int]:
    return shown(play.submit(token, sent(token), asked(body), datetime.now(UTC)))


@blueprint.route("/matches/<string:match>/peek", methods=["POST"], parameters=[MATCH])
@blueprint.doc(operationId="peek", summary="Do what may be done out of turn", parameters=[KEY])
@auth.token(tokens.Seat, tokens.Turn, signed=True)
@blueprint.arguments(ACT, example={"turn": 41, "text": "peek nau-nau"})
@blueprint.alt_response(201, schema=schemas.Played, description="Done.", example=PLAYED)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(422, "UNPROCESSABLE_ENTITY")
def peek(body: dict[str, Any], token: AnyActor, **_: str) -> tuple[Any, int]:
    answer = play.submit(token, sent(token), asked(body), datetime.now(UTC), only="aside")
    return shown(answer)


@blueprint.route("/matches/<string:match>/undo", methods=["POST"], parameters=[MATCH])
@blueprint.doc(
    operationId="undo",
    summary="Take my own last step back, if nothing answered it",
    parameters=[KEY],
)
@auth.token(tokens.Seat, tokens.Turn, signed=True)
@blueprint.arguments(schemas.Undo, example={"turn": 42})
@blueprint.alt_response(201, schema=schemas.Played, description="Taken back.", example=UNDONE)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(422, "UNPROCESSABLE_ENTITY")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def undo(body: dict[str, Any], token: AnyActor, **_: str) -> tuple[Any, int]:
    return shown(undoing.undo(token, sent(token), body["turn"], datetime.now(UTC)))


@blueprint.route("/matches/<string:match>/check", methods=["POST"], parameters=[MATCH])
@blueprint.doc(operationId="checkTurn", summary="What an action would do; records nothing")
@auth.token(tokens.Seat, tokens.Turn, signed=True)
@blueprint.arguments(ACT, example=examples.BID)
@blueprint.response(200, schemas.Checked, example=CHECKED)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(422, "UNPROCESSABLE_ENTITY")
def check_turn(body: dict[str, Any], token: AnyActor, **_: str) -> dry_run.Checked:
    tongue = languages.asked_tongue()
    return dry_run.check(token, asked(body), datetime.now(UTC), tongue)


@blueprint.route("/matches/<string:match>/sealed", methods=["GET"], parameters=[MATCH])
@blueprint.doc(operationId="getSealed", summary="My own sealed action of this phase")
@auth.token(tokens.Seat, tokens.Turn)
@blueprint.response(200, schemas.OwnSealed, example=SEALED)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def get_sealed(token: Actor, **_: str) -> sealed.OwnSealed:
    return sealed.own_sealed(token)


@blueprint.route("/matches/<string:match>/sealed", methods=["PUT"], parameters=[MATCH])
@blueprint.doc(operationId="putSealed", summary="Seal an action, or another one", parameters=[KEY])
@auth.token(tokens.Seat, tokens.Turn, signed=True)
@blueprint.arguments(ACT, example=examples.BID)
@blueprint.alt_response(202, schema=schemas.Receipt, description="Sealed.", example=RECEIPT)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(422, "UNPROCESSABLE_ENTITY")
def put_sealed(body: dict[str, Any], token: AnyActor, **_: str) -> tuple[Any, int]:
    answer = play.submit(token, sent(token), asked(body), datetime.now(UTC), only="sealed")
    return shown(answer)


@blueprint.route("/matches/<string:match>/sealed", methods=["DELETE"], parameters=[MATCH])
@blueprint.doc(operationId="withdrawSealed", summary="Take my sealed action back", parameters=[KEY])
@auth.token(tokens.Seat, tokens.Turn, signed=True)
@blueprint.response(204)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(422, "UNPROCESSABLE_ENTITY")
def withdraw_sealed(token: AnyActor, **_: str) -> None:
    sealed.withdraw(token, datetime.now(UTC), sent(token))
