"""The doors to a seat's webhooks."""

from datetime import UTC, datetime
from typing import Any

from marshmallow import Schema, fields, validate

from service import tokens
from service.api import auth
from service.api.frame import Blueprint
from service.api.turns import MATCH
from service.hooks import keeping, reaching
from service.hooks.keeping import Kept
from service.store.webhooks import ACTIVE, DISABLED

blueprint = Blueprint("webhooks", __name__, "Being told, by a signed call.")

HOOK = {
    "in": "path",
    "name": "webhook",
    "description": "The webhook's id.",
    "example": "x4kq7w2m9v3c8n5h",
}
EXAMPLE = {
    "id": "x4kq7w2m9v3c8n5h",
    "url": "https://bot.example/moai",
    "status": "active",
    "reason": None,
    "failing_since": None,
    "created_at": "2026-03-01T12:00:00+00:00",
}
MADE = EXAMPLE | {"secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="}


class Wanted(Schema):
    url = fields.String(
        required=True,
        validate=validate.Length(1, reaching.LONGEST_URL),
        metadata={
            "description": (
                "An https address that leads to the open internet, with no port, or 443 or 8443."
            ),
            "example": "https://bot.example/moai",
        },
    )


class Webhook(Schema):
    """A webhook as its seat sees it."""

    id = fields.String(required=True)
    url = fields.String(required=True)
    status = fields.String(
        required=True,
        metadata={
            "enum": [ACTIVE, DISABLED],
            "description": "Disabled after a day of failures, or by an answer of 410.",
        },
    )
    reason = fields.String(
        required=True, allow_none=True, metadata={"description": "Of the last failure."}
    )
    failing_since = fields.AwareDateTime(required=True, allow_none=True)
    created_at = fields.AwareDateTime(required=True)


class Made(Webhook):
    """A new one, with its secret: shown this once."""

    secret = fields.String(
        required=True, metadata={"description": "For Standard Webhooks' libraries. Keep it."}
    )


class Webhooks(Schema):
    items = fields.List(fields.Nested(Webhook), required=True)


@blueprint.route("/matches/<string:match>/webhooks", methods=["GET"], parameters=[MATCH])
@blueprint.doc(operationId="listWebhooks", summary="My seat's webhooks")
@auth.token(tokens.Seat)
@blueprint.response(200, Webhooks, example={"items": [EXAMPLE]})
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
def list_webhooks(token: tokens.Seat, **_: str) -> dict[str, list[Kept]]:
    return {"items": keeping.listed(token)}


@blueprint.route("/matches/<string:match>/webhooks", methods=["POST"], parameters=[MATCH])
@blueprint.doc(operationId="makeWebhook", summary="Be told at an address of mine")
@auth.token(tokens.Seat)
@blueprint.arguments(Wanted, example={"url": "https://bot.example/moai"})
@blueprint.response(201, Made, example=MADE)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def make_webhook(body: dict[str, Any], token: tokens.Seat, **_: str) -> Kept:
    return keeping.make(token, body["url"], datetime.now(UTC))


@blueprint.route(
    "/matches/<string:match>/webhooks/<string:webhook>",
    methods=["DELETE"],
    parameters=[MATCH, HOOK],
)
@blueprint.doc(operationId="removeWebhook", summary="Be told there no longer")
@auth.token(tokens.Seat)
@blueprint.response(204)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
def remove_webhook(token: tokens.Seat, webhook: str, **_: str) -> None:
    keeping.remove(token, webhook)


@blueprint.route(
    "/matches/<string:match>/webhooks/<string:webhook>/enable",
    methods=["POST"],
    parameters=[MATCH, HOOK],
)
@blueprint.doc(operationId="enableWebhook", summary="Have a disabled webhook called again")
@auth.token(tokens.Seat)
@blueprint.response(200, Webhook, example=EXAMPLE)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def enable_webhook(token: tokens.Seat, webhook: str, **_: str) -> Kept:
    return keeping.enable(token, webhook)


@blueprint.route(
    "/matches/<string:match>/webhooks/<string:webhook>/ping",
    methods=["POST"],
    parameters=[MATCH, HOOK],
)
@blueprint.doc(operationId="pingWebhook", summary="Have it called once, to see whether it works")
@auth.token(tokens.Seat)
@blueprint.response(204)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def ping_webhook(token: tokens.Seat, webhook: str, **_: str) -> None:
    keeping.ping(token, webhook, datetime.now(UTC))
