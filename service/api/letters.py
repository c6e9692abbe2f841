"""The doors to letters: whether each arrived, for its reader and for the match's host."""

from datetime import UTC, datetime
from typing import Any

from marshmallow import Schema, fields

from service import languages, me, tokens
from service.api import (
    auth,
    lobby_answers as answers,
    lobby_examples as examples,
    lobby_schemas as schemas,
)
from service.api.frame import Blueprint
from service.api.turns import MATCH
from service.me import Me
from service.post import arrivals, tracking
from service.post.arrivals import Arrivals
from service.post.tracking import Trail

blueprint = Blueprint("letters", __name__, "Whether letters arrive.")

STATES = list(dict.fromkeys(tracking.STATES.values()))


def _state() -> fields.String:
    return fields.String(
        required=True,
        metadata={
            "enum": STATES,
            "description": (
                "sent: a mail server took it; bounced: it came back; undelivered: none would take "
                "it; not_needed: what it told was no longer true before it left."
            ),
        },
    )


def _at() -> fields.AwareDateTime:
    return fields.AwareDateTime(
        required=True, metadata={"description": "When it left; else when it was written."}
    )


class MyLetter(Schema):
    match = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Null: a digest, which tells of several."},
    )
    kind = fields.String(required=True, metadata={"description": "What it is about."})
    state = _state()
    why = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Why it is not sent, or the mail server's words; for people."},
    )
    at = _at()


class MyLetters(Schema):
    items = fields.List(fields.Nested(MyLetter), required=True)
    next = fields.String(required=True, allow_none=True)


class MatchLetter(Schema):
    seat = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Null: to the host without a seat."},
    )
    kind = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "What it is about; null where that is its reader's business."},
    )
    state = _state()
    at = _at()


class MatchLetters(Schema):
    items = fields.List(fields.Nested(MatchLetter), required=True)
    next = fields.String(required=True, allow_none=True)


MINE = {
    "match": examples.MATCH,
    "kind": "your_turn",
    "state": "bounced",
    "why": "550 5.2.2 mailbox full",
    "at": "2026-03-01T12:00:00+00:00",
}
OF_MATCH = {"seat": 1, "kind": "your_turn", "state": "bounced", "at": "2026-03-01T12:00:00+00:00"}


@blueprint.route("/me/letters", methods=["GET"])
@blueprint.doc(operationId="listMyLetters", summary="Whether my letters arrived, the newest first")
@auth.token(tokens.Player)
@blueprint.arguments(schemas.Paging, location="query")
@blueprint.response(200, MyLetters, example={"items": [MINE], "next": None})
@blueprint.alt_response(400, "BAD_REQUEST")
def list_my_letters(query: dict[str, Any], token: tokens.Player) -> Arrivals:
    return arrivals.mine(token, query.get("after"), query["limit"], languages.asked_tongue())


@blueprint.route("/me/letters/again", methods=["POST"])
@blueprint.doc(operationId="writeToMeAgain", summary="Try my address again after letters came back")
@auth.token(tokens.Player)
@blueprint.response(200, answers.Me, example=examples.ME)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def write_to_me_again(token: tokens.Player) -> Me:
    arrivals.try_mine_again(token, datetime.now(UTC))
    return me.look(token)


@blueprint.route("/matches/<string:match>/letters", methods=["GET"], parameters=[MATCH])
@blueprint.doc(operationId="listMatchLetters", summary="Whether the letters of a match arrived")
@auth.token(tokens.Host)
@blueprint.arguments(schemas.Paging, location="query")
@blueprint.response(200, MatchLetters, example={"items": [OF_MATCH], "next": None})
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
def list_match_letters(query: dict[str, Any], token: tokens.Host, **_: str) -> Trail:
    return tracking.trail(token, query.get("after"), query["limit"])
