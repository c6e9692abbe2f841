"""The shape of one's own data, as it is taken along."""

from typing import Any

from marshmallow import Schema, fields

from service.api import lobby_answers as answers, lobby_examples as examples


class SentKept(Schema):
    submission = fields.Integer(required=True, metadata={"description": "Its number."})
    kind = fields.String(required=True)
    status = fields.String(required=True)
    phase = fields.String(required=True)
    turn = fields.Integer(required=True)
    by = fields.String(required=True)
    body = fields.String(required=True, metadata={"description": "As it came."})
    at = fields.AwareDateTime(required=True)


class SeatKept(Schema):
    seat = fields.Integer(required=True)
    name = fields.String(required=True, metadata={"description": "What the table calls me."})
    status = fields.String(required=True)
    accepted_at = fields.AwareDateTime(required=True, allow_none=True)
    nonce = fields.String(required=True, allow_none=True, metadata={"description": "In hex."})
    keys = fields.List(
        fields.String(), required=True, metadata={"description": "Ids of keys that I registered."}
    )
    webhooks = fields.List(fields.String(), required=True)
    plan = fields.List(fields.String(), required=True, metadata={"description": "Its steps."})
    preferences = fields.Dict(required=True)
    sent = fields.List(fields.Nested(SentKept), required=True)


class MatchKept(Schema):
    match = fields.String(required=True)
    game = fields.String(required=True)
    status = fields.String(required=True)
    hosting = fields.Boolean(required=True)
    created_at = fields.AwareDateTime(required=True)
    seat = fields.Nested(SeatKept, required=True, allow_none=True)


class SaidKept(Schema):
    match = fields.String(required=True)
    to = fields.Integer(
        required=True, allow_none=True, metadata={"description": "A seat; null: to all."}
    )
    text = fields.String(required=True, allow_none=True)
    at = fields.AwareDateTime(required=True)


class LetterKept(Schema):
    match = fields.String(
        required=True, allow_none=True, metadata={"description": "Null: of several matches."}
    )
    kind = fields.String(required=True)
    status = fields.String(required=True)
    reason = fields.String(required=True, allow_none=True)
    created_at = fields.AwareDateTime(required=True)
    sent_at = fields.AwareDateTime(required=True, allow_none=True)
    text = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Its words, which are kept for 30 days."},
    )


class MyData(Schema):
    me = fields.Nested(answers.Me, required=True)
    since = fields.AwareDateTime(
        required=True, metadata={"description": "When I was first known here."}
    )
    absences = fields.List(fields.Nested(answers.Absence), required=True)
    substitute = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Matches in which I was named as somebody to step in."},
    )
    matches = fields.List(fields.Nested(MatchKept), required=True)
    messages = fields.List(
        fields.Nested(SaidKept), required=True, metadata={"description": "What I said at tables."}
    )
    letters = fields.List(fields.Nested(LetterKept), required=True)


EXAMPLE: dict[str, Any] = {
    "me": examples.ME,
    "since": "2026-03-01T12:00:00+00:00",
    "absences": [examples.ABSENCE],
    "substitute": [],
    "matches": [
        {
            "match": examples.BRIEF["match"],
            "game": "giants",
            "status": "running",
            "hosting": True,
            "created_at": "2026-03-01T12:00:00+00:00",
            "seat": {
                "seat": 0,
                "name": "Ann",
                "status": "accepted",
                "accepted_at": "2026-03-01T12:05:00+00:00",
                "nonce": None,
                "keys": [],
                "webhooks": [],
                "plan": [],
                "preferences": {},
                "sent": [
                    {
                        "submission": 1,
                        "kind": "sealed",
                        "status": "played",
                        "phase": "auction 1",
                        "turn": 0,
                        "by": "person",
                        "body": '{"turn": 0, "text": "bid 2 markers"}',
                        "at": "2026-03-01T18:00:00+00:00",
                    }
                ],
            },
        }
    ],
    "messages": [
        {
            "match": examples.BRIEF["match"],
            "to": None,
            "text": "Good luck to all.",
            "at": "2026-03-01T18:01:00+00:00",
        }
    ],
    "letters": [
        {
            "match": examples.BRIEF["match"],
            "kind": "your_turn",
            "status": "sent",
            "reason": None,
            "created_at": "2026-03-01T12:10:00+00:00",
            "sent_at": "2026-03-01T12:12:00+00:00",
            "text": None,
        }
    ],
}
