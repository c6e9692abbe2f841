"""The door by which a match that was played elsewhere comes in."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any

from flask import current_app, request
from marshmallow import Schema, fields, validate

from service import importing, names
from service.api import lobby_answers as answers, lobby_examples as examples, lobby_schemas
from service.api.frame import Blueprint
from service.api.views import RECORD
from service.importing import Brought
from service.lobby import Standing

blueprint = Blueprint("records", __name__, "Whole matches as one record.")

FINISHED = examples.STANDING | {"status": "finished", "public": False, "imported": True}


class Import(Schema):
    record = fields.Dict(
        required=True,
        metadata={
            "description": "As `getRecord` gives it of a finished match; docs/record.schema.json.",
            "example": RECORD,
        },
    )
    names = fields.List(
        lobby_schemas.name(),
        load_default=list,
        validate=validate.Length(max=lobby_schemas.MOST_SEATS),
        metadata={
            "description": "What the seats shall be called, in their order; none: Seat 1, Seat 2 …",
            "example": ["Ann", "Bruno"],
        },
    )


def as_large_as_a_record(view: Callable[..., Any]) -> Callable[..., Any]:
    """A whole match is larger than any other request; said before the body is read."""

    @wraps(view)
    def larger(*args: Any, **kwargs: Any) -> Any:
        request.max_content_length = current_app.extensions["settings"].max_record
        return view(*args, **kwargs)

    return larger


@blueprint.route("/records", methods=["POST"])
@blueprint.doc(operationId="importRecord", summary="Bring in a match that was played elsewhere")
@as_large_as_a_record
@blueprint.arguments(Import, example={"record": RECORD, "names": ["Ann", "Bruno", "Carla"]})
@blueprint.response(201, answers.Standing, example=FINISHED)
@blueprint.alt_response(
    200, schema=answers.Standing, description="It was here already.", example=FINISHED
)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(413, "REQUEST_ENTITY_TOO_LARGE")
@blueprint.alt_response(422, "UNPROCESSABLE_ENTITY")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def import_record(body: dict[str, Any]) -> tuple[Standing, int]:
    kept = importing.bring(
        Brought(body["record"], named(body["names"])),
        request.remote_addr or "",
        datetime.now(UTC),
    )
    return kept.match, 201 if kept.new else 200


def named(given: list[str]) -> tuple[str, ...]:
    return tuple(names.read(one, f"names.{n}") for n, one in enumerate(given))
