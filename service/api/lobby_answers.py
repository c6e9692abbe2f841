"""The shapes of matches as they are answered: where one stands, tokens, lists, oneself."""

from marshmallow import Schema, fields


class SeatSeen(Schema):
    seat = fields.Integer(required=True, metadata={"description": "Its number, from 0."})
    name = fields.String(required=True)
    kind = fields.String(required=True, metadata={"enum": ["person", "bot"]})
    bot = fields.String(required=True, allow_none=True, metadata={"description": "Which bot."})
    status = fields.String(required=True, metadata={"enum": ["invited", "accepted", "declined"]})
    host = fields.Boolean(required=True, metadata={"description": "Whether the host holds it."})


class PaceSeen(Schema):
    turn_hours = fields.Integer(required=True)
    sealed_hours = fields.Integer(required=True)


class Brief(Schema):
    match = fields.String(required=True, metadata={"description": "The match's id."})
    game = fields.String(required=True)
    status = fields.String(
        required=True,
        metadata={
            "enum": ["unconfirmed", "gathering", "running", "finished", "cancelled"],
            "description": "unconfirmed: the host has not answered its letter yet.",
        },
    )
    public = fields.Boolean(required=True)
    options = fields.Dict(required=True)
    pace = fields.Nested(PaceSeen, required=True)
    cooling = fields.Integer(required=True)
    start = fields.String(required=True, metadata={"enum": ["auto", "host"]})
    seats = fields.List(fields.Nested(SeatSeen), required=True)
    turn = fields.Integer(required=True)
    phase = fields.String(required=True, allow_none=True)
    awaited = fields.List(fields.Integer(), required=True)
    due_at = fields.AwareDateTime(required=True, allow_none=True)
    created_at = fields.AwareDateTime(required=True)
    started_at = fields.AwareDateTime(required=True, allow_none=True)
    finished_at = fields.AwareDateTime(required=True, allow_none=True)


class Committed(Schema):
    seat = fields.Integer(required=True)
    commitment = fields.String(required=True)
    hidden_commitment = fields.String(required=True)


class HandoverSeen(Schema):
    seat = fields.Integer(required=True)
    name = fields.String(required=True, metadata={"description": "Of who would take the seat."})
    kind = fields.String(required=True, metadata={"enum": ["person", "bot"]})
    approvals = fields.List(
        fields.Integer(), required=True, metadata={"description": "Seats that have consented."}
    )
    effective_at = fields.AwareDateTime(
        required=True, metadata={"description": "When it happens if nobody objects."}
    )


class Standing(Brief):
    sealed = fields.Boolean(required=True)
    submitted = fields.List(
        fields.Integer(), required=True, metadata={"description": "Whose sealed action is in."}
    )
    commitments = fields.List(fields.Nested(Committed), required=True)
    closes_at = fields.AwareDateTime(required=True, allow_none=True)
    paused_at = fields.AwareDateTime(required=True, allow_none=True)
    quarantined = fields.Boolean(
        required=True, metadata={"description": "Out of play until an operator has looked."}
    )
    handovers = fields.List(fields.Nested(HandoverSeen), required=True)
    seed_hash = fields.String(
        required=True, metadata={"description": "SHA-256 of the seed, which is shown at the end."}
    )
    head = fields.String(
        required=True, allow_none=True, metadata={"description": "The log's newest hash."}
    )
    entries = fields.Integer(required=True, metadata={"description": "How many the log has."})
    outcome = fields.Dict(required=True, allow_none=True)
    revision = fields.Integer(required=True, metadata={"description": "Grows with every change."})


class Admission(Schema):
    """Tokens are null where there is a letter to be answered first, or nothing to hold.

    Also where a letter is answered again after the start, but for the first ten minutes.
    """

    match = fields.Nested(Standing, required=True)
    seat = fields.Integer(required=True, allow_none=True)
    host_token = fields.String(required=True, allow_none=True)
    seat_token = fields.String(required=True, allow_none=True)
    player_token = fields.String(required=True, allow_none=True)


class Matches(Schema):
    items = fields.List(fields.Nested(Brief), required=True)
    next = fields.String(required=True, allow_none=True)


class Me(Schema):
    player = fields.String(required=True)
    name = fields.String(required=True)
    address = fields.String(required=True, allow_none=True)
    confirmed_at = fields.AwareDateTime(required=True, allow_none=True)
    language = fields.String(required=True)
    time_zone = fields.String(required=True)
    receipts = fields.Boolean(required=True)


class MyMatch(Schema):
    match = fields.Nested(Brief, required=True)
    seat = fields.Integer(required=True, allow_none=True)
    hosting = fields.Boolean(required=True)
    awaited = fields.Boolean(required=True, metadata={"description": "Whether it is my turn."})


class MyMatches(Schema):
    items = fields.List(fields.Nested(MyMatch), required=True)
    next = fields.String(required=True, allow_none=True)
