"""Problem documents (RFC 9457): the one table from refusal to status, and their making."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, current_app, g, json
from marshmallow import Schema, fields
from werkzeug.exceptions import HTTPException

from service.refusals import Refusal

CONTENT_TYPE = "application/problem+json"


@dataclass(frozen=True)
class Kind:
    status: int
    title: str


# Codes are for programs and never change; titles are for people and may.
TABLE: Mapping[str, Kind] = {
    "malformed": Kind(400, "The request cannot be read."),
    "ambiguous": Kind(400, "The words fit more than one action."),
    "unauthenticated": Kind(401, "A valid token or signature is needed."),
    "forbidden": Kind(403, "This is not yours to do."),
    "not_seated": Kind(403, "You hold no seat in this match."),
    "not_found": Kind(404, "There is nothing here."),
    "method_not_allowed": Kind(405, "This cannot be done here."),
    "not_acceptable": Kind(406, "No form of the answer is one you accept."),
    "timeout": Kind(408, "The request took too long to arrive."),
    "out_of_turn": Kind(409, "It is not your turn."),
    "stale": Kind(409, "The match has moved on."),
    "match_over": Kind(409, "The match is over."),
    "resolving": Kind(409, "The phase is being resolved."),
    "gone": Kind(410, "This is no longer here."),
    "precondition_failed": Kind(412, "It has changed since you looked."),
    "too_large": Kind(413, "The request is too large."),
    "unsupported": Kind(415, "The request is not in a form that can be read here."),
    "illegal": Kind(422, "The rules do not allow it."),
    "precondition_required": Kind(428, "Say which version you mean to change."),
    "too_many": Kind(429, "Too many requests."),
    "internal": Kind(500, "Something broke on our side."),
    "unavailable": Kind(503, "The service cannot answer just now."),
}
# Where several refusals share a status, an error without a code of its own is the plainest.
BY_STATUS = {
    400: "malformed",
    403: "forbidden",
    409: "stale",
} | {kind.status: code for code, kind in TABLE.items() if kind.status not in {400, 403, 409}}
FIRST_OF_OURS = 500
# What an HTTP error carries beside its body: 405 its Allow, 401 its challenge, 503 when to retry.
KEPT_HEADERS = ("Allow", "WWW-Authenticate", "Retry-After")


class Problem(Schema):
    """The shape of every refusal."""

    type = fields.Url(
        required=True, metadata={"description": "A page that explains the code.", "format": "uri"}
    )
    title = fields.String(required=True, metadata={"description": "The same for every such code."})
    status = fields.Integer(required=True, metadata={"description": "The HTTP status."})
    code = fields.String(
        required=True, metadata={"description": "Stable, for programs.", "enum": list(TABLE)}
    )
    detail = fields.String(metadata={"description": "What was wrong with this request."})
    errors = fields.Dict(metadata={"description": "Where the request is malformed, by place."})
    facts = fields.Dict(metadata={"description": "The refusal's named facts."})
    request_id = fields.String(
        required=True, metadata={"description": "Quote it when you report a fault."}
    )


def example(status: int) -> dict[str, object]:
    """What a refusal of this status looks like, for the contract."""
    code = BY_STATUS.get(status, "malformed")
    return {
        "type": f"https://moai.example/docs#problem-{code.replace('_', '-')}",
        "title": TABLE[code].title,
        "status": status,
        "code": code,
        "request_id": "6cfd7edf1a1543bcb181079f52c264fd",
    }


def from_refusal(refusal: Refusal) -> Response:
    return _document(refusal.code, detail=refusal.detail, facts=refusal.facts)


def from_http(error: HTTPException) -> Response:
    # Flask hands over errors only: a redirect answers for itself and never comes here.
    status = error.code or 500
    code = BY_STATUS.get(status, "malformed" if status < FIRST_OF_OURS else "internal")
    data: dict[str, Any] = getattr(error, "data", None) or {}
    errors = data.get("messages")
    response = _document(code, detail=_detail(error, errors), errors=errors)
    for name, value in error.get_headers():
        if name in KEPT_HEADERS:
            response.headers[name] = value
    return response


def as_http(refusal: Refusal) -> HTTPException:
    error = HTTPException(refusal.detail)
    error.code = TABLE[refusal.code].status
    return error


def _detail(error: HTTPException, errors: object) -> str | None:
    # What broke inside is for the log alone.
    if errors or error.code == FIRST_OF_OURS:
        return None
    return error.description


def _document(code: str, **parts: object) -> Response:
    kind = TABLE[code]
    base = current_app.extensions["settings"].base_url
    body = {
        "type": f"{base}/docs#problem-{code.replace('_', '-')}",
        "title": kind.title,
        "status": kind.status,
        "code": code,
        **{name: part for name, part in parts.items() if part},
        "request_id": g.request_id,
    }
    return Response(json.dumps(body), kind.status, content_type=CONTENT_TYPE)
