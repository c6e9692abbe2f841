"""Problem documents (RFC 9457): the one table from refusal to status, and their making."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, current_app, g, json
from marshmallow import Schema, fields
from typing_extensions import override
from werkzeug.exceptions import HTTPException

from engine.words import ENGLISH, N_
from service import languages, signatures
from service.refusals import Refusal

CONTENT_TYPE = "application/problem+json"


@dataclass(frozen=True)
class Kind:
    status: int
    title: str


# Codes are for programs and never change; titles are for people and may.
TABLE: Mapping[str, Kind] = {
    "malformed": Kind(400, N_("The request cannot be read.")),
    "weak_key": Kind(400, N_("That Idempotency-Key is too weak for a secret.")),
    "ambiguous": Kind(400, N_("The words fit more than one action.")),
    "unauthenticated": Kind(401, N_("A valid token or signature is needed.")),
    "unsigned": Kind(401, N_("This seat acts by signed requests alone.")),
    "bad_signature": Kind(401, N_("The signature does not hold.")),
    "unknown_key": Kind(401, N_("The key that signed this is not in force here.")),
    "clock_skew": Kind(401, N_("The signature is too old, or dated in the future.")),
    "forbidden": Kind(403, N_("This is not yours to do.")),
    "not_seated": Kind(403, N_("You hold no seat in this match.")),
    "not_found": Kind(404, N_("There is nothing here.")),
    "method_not_allowed": Kind(405, N_("This cannot be done here.")),
    "not_acceptable": Kind(406, N_("No form of the answer is one you accept.")),
    "timeout": Kind(408, N_("The request took too long to arrive.")),
    "out_of_turn": Kind(409, N_("It is not your turn.")),
    "stale": Kind(409, N_("The match has moved on.")),
    "match_over": Kind(409, N_("The match is over.")),
    "resolving": Kind(409, N_("The phase is being resolved.")),
    "not_started": Kind(409, N_("The match has not started.")),
    "paused": Kind(409, N_("The match is paused.")),
    "quarantined": Kind(409, N_("The match is out of play until an operator has looked.")),
    "conflict": Kind(409, N_("That does not fit what the match is now.")),
    "gone": Kind(410, N_("This is no longer here.")),
    "precondition_failed": Kind(412, N_("It has changed since you looked.")),
    "too_large": Kind(413, N_("The request is too large.")),
    "unsupported": Kind(415, N_("The request is not in a form that can be read here.")),
    "illegal": Kind(422, N_("The rules do not allow it.")),
    "bad_record": Kind(422, N_("The record cannot be brought in.")),
    "key_reused": Kind(422, N_("That Idempotency-Key belongs to another body.")),
    "precondition_required": Kind(428, N_("Say which version you mean to change.")),
    "too_many": Kind(429, N_("Too many requests.")),
    "internal": Kind(500, N_("Something broke on our side.")),
    "unavailable": Kind(503, N_("The service cannot answer just now.")),
}
# Where several refusals share a status, an error without a code of its own is the plainest.
BY_STATUS = {
    400: "malformed",
    401: "unauthenticated",
    403: "forbidden",
    409: "stale",
    422: "illegal",
}
BY_STATUS |= {kind.status: code for code, kind in TABLE.items() if kind.status not in BY_STATUS}
UNKNOWN = 401
# RFC 9421, 5.1: whoever signed wrongly, or not at all, is told how.
OF_SIGNATURES = {"unsigned", "bad_signature", "unknown_key", "clock_skew"}
FIRST_OF_OURS = 500
# What an HTTP error carries beside its body: 405 its Allow, 401 its challenge, 503 when to retry.
KEPT_HEADERS = ("Allow", "WWW-Authenticate", "Retry-After")


class Problem(Schema):
    """The shape of every refusal."""

    type = fields.Url(
        required=True, metadata={"description": "A page that explains the code.", "format": "uri"}
    )
    title = fields.String(
        required=True, metadata={"description": "The same for every such code, in one language."}
    )
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
    return unheard(status, "https://moai.example", "6cfd7edf1a1543bcb181079f52c264fd")


def unheard(status: int, base: str, request_id: str) -> dict[str, object]:
    """Of a request that never came to the app, and whose language nobody knows."""
    code = _code(status)
    return {
        "type": f"{base}/docs#problem-{code.replace('_', '-')}",
        "title": TABLE[code].title,
        "status": status,
        "code": code,
        "request_id": request_id,
    }


def from_refusal(refusal: Refusal) -> Response:
    said = refusal.said(languages.asked_tongue())
    response = _document(refusal.code, detail=said, facts=refusal.facts)
    if "retry_after" in refusal.facts:
        response.headers["Retry-After"] = str(refusal.facts["retry_after"])
    if TABLE[refusal.code].status == UNKNOWN:
        response.headers["WWW-Authenticate"] = 'Bearer realm="moai post"'
    if refusal.code in OF_SIGNATURES:
        response.headers["Accept-Signature"] = signatures.WANTED
    return response


def from_http(error: HTTPException) -> Response:
    # Flask hands over errors only: a redirect answers for itself and never comes here.
    status = error.code or 500
    code = _code(status)
    data: dict[str, Any] = getattr(error, "data", None) or {}
    errors = data.get("messages")
    response = _document(code, detail=_detail(error, errors), errors=errors)
    for name, value in error.get_headers():
        if name in KEPT_HEADERS:
            response.headers[name] = value
    return response


class Refused(HTTPException):
    """A refusal as an error, for those who answer with pages."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.said(languages.present_tongue()))
        self.code = TABLE[refusal.code].status
        self.retry_after = refusal.facts.get("retry_after")
        self.reason = refusal.facts.get("reason")

    @override
    def get_headers(self, *args: Any, **kwargs: Any) -> list[tuple[str, str]]:
        later = [] if self.retry_after is None else [("Retry-After", str(self.retry_after))]
        return super().get_headers(*args, **kwargs) + later


def _code(status: int) -> str:
    return BY_STATUS.get(status, "malformed" if status < FIRST_OF_OURS else "internal")


def as_http(refusal: Refusal) -> HTTPException:
    return Refused(refusal)


def _detail(error: HTTPException, errors: object) -> str | None:
    # What broke inside is for the log alone.
    if errors or error.code == FIRST_OF_OURS:
        return None
    return _translated(error.description)


def _translated(description: str | None) -> str | None:
    """In the reader's language or not at all: what the framework says has no translation."""
    tongue = languages.asked_tongue()
    said = None if description is None else tongue.say(description)
    return said if tongue is ENGLISH or said != description else None


def _document(code: str, **parts: object) -> Response:
    kind = TABLE[code]
    base = current_app.extensions["settings"].base_url
    body = {
        "type": f"{base}/docs#problem-{code.replace('_', '-')}",
        "title": languages.asked_tongue().say(kind.title),
        "status": kind.status,
        "code": code,
        **{name: part for name, part in parts.items() if part},
        "request_id": g.request_id,
    }
    return Response(json.dumps(body), kind.status, content_type=CONTENT_TYPE)
