"""The shapes of matches as they are answered: where one stands, tokens, lists, oneself."""

from marshmallow import Schema, fields

from service.api import letters_schemas


class Away(Schema):
    """Days on which somebody is away, where they live; the last one too."""

    first_day = fields.Date(required=True)
    last_day = fields.Date(required=True)


class SeatSeen(Schema):
    seat = fields.Integer(required=True, metadata={"description": "Its number, from 0."})
    name = fields.String(required=True)
    kind = fields.String(required=True, metadata={"enum": ["person", "bot"]})
    bot = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Which bot plays; also one that stands in for who is invited."},
    )
    status = fields.String(required=True, metadata={"enum": ["invited", "accepted", "declined"]})
    host = fields.Boolean(required=True, metadata={"description": "Whether the host holds it."})
    due_at = fields.AwareDateTime(
        required=True,
        allow_none=True,
        metadata={"description": "Its own deadline, while the table waits for its holder."},
    )
    stand_in = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The bot that plays for its holder until they return."},
    )
    away = fields.List(
        fields.Nested(Away),
        required=True,
        metadata={"description": "When its holder is away; empty in lists of matches."},
    )


class WindowSeen(Schema):
    start = fields.Integer(required=True, data_key="from", attribute="from")
    end = fields.Integer(required=True, data_key="to", attribute="to")


class PaceSeen(Schema):
    turn_hours = fields.Integer(required=True)
    sealed_hours = fields.Integer(required=True)
    free_days = fields.List(fields.String(), required=True)
    window = fields.Nested(WindowSeen, required=True)
    patience = fields.Integer(required=True)
    absence = fields.String(required=True, metadata={"enum": ["wait", "default", "bot"]})


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
    due_at = fields.AwareDateTime(
        required=True,
        allow_none=True,
        metadata={"description": "The first of the seats' deadlines that is still open."},
    )
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
    kind = fields.String(required=True, metadata={"enum": ["person", "bot", "substitute"]})
    approvals = fields.List(
        fields.Integer(), required=True, metadata={"description": "Seats that have consented."}
    )
    effective_at = fields.AwareDateTime(
        required=True, metadata={"description": "When it happens if nobody objects."}
    )


class VoteSeen(Schema):
    vote = fields.Integer(required=True, metadata={"description": "Its number."})
    kind = fields.String(required=True, metadata={"enum": ["pause", "resume", "extend"]})
    hours = fields.Integer(
        required=True, allow_none=True, metadata={"description": "To move the deadline by."}
    )
    seat = fields.Integer(required=True, metadata={"description": "That proposed it."})
    agreed = fields.List(fields.Integer(), required=True)
    disagreed = fields.List(fields.Integer(), required=True)
    needed = fields.Integer(required=True, metadata={"description": "How many must agree."})
    lapses_at = fields.AwareDateTime(required=True)


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
    votes = fields.List(
        fields.Nested(VoteSeen),
        required=True,
        metadata={"description": "What the table is asked about its time."},
    )
    substitutes = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Names of who would step in, in their order."},
    )
    seed_hash = fields.String(
        required=True, metadata={"description": "SHA-256 of the seed, which is shown at the end."}
    )
    head = fields.String(
        required=True, allow_none=True, metadata={"description": "The log's newest hash."}
    )
    entries = fields.Integer(required=True, metadata={"description": "How many the log has."})
    imported = fields.Boolean(
        required=True,
        metadata={"description": "Played elsewhere: its record was checked and brought in."},
    )
    outcome = fields.Dict(required=True, allow_none=True)
    revision = fields.Integer(required=True, metadata={"description": "Grows with every change."})


class Named(Schema):
    substitute = fields.Integer(required=True, metadata={"description": "Its number."})
    name = fields.String(required=True)
    status = fields.String(
        required=True,
        metadata={"enum": ["waiting", "asked", "seated", "declined", "silent", "passed"]},
    )
    seat = fields.Integer(
        required=True, allow_none=True, metadata={"description": "That they were asked to take."}
    )
    until = fields.AwareDateTime(
        required=True, allow_none=True, metadata={"description": "When the next is asked."}
    )


class Substitutes(Schema):
    items = fields.List(fields.Nested(Named), required=True)


class Admission(Schema):
    """Tokens are null where there is a letter to be answered first, or nothing to hold.

    Also where a letter is answered again after the start, but for the first ten minutes.
    """

    match = fields.Nested(Standing, required=True)
    seat = fields.Integer(required=True, allow_none=True)
    host_token = fields.String(required=True, allow_none=True)
    seat_token = fields.String(required=True, allow_none=True)
    player_token = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "Only where the host gave no address. Else it comes by letter, and "
            "sendPlayerLink asks for that."
        },
    )


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
    fault = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Why letters to me come back, so that none is sent; else null."},
    )
    letters = fields.Nested(letters_schemas.LettersSeen, required=True)
    reminders = fields.List(
        fields.Integer(),
        required=True,
        metadata={"description": "Hours before a deadline."},
    )


class Renewal(Schema):
    replaced_at = fields.AwareDateTime(
        required=True,
        metadata={"description": "Links from before are dead; a letter has the new ones."},
    )


class Absence(Away):
    absence = fields.String(required=True, metadata={"description": "Its id."})


class Absences(Schema):
    items = fields.List(fields.Nested(Absence), required=True)
    next = fields.String(required=True, allow_none=True)


class MyMatch(Schema):
    match = fields.Nested(Brief, required=True)
    seat = fields.Integer(required=True, allow_none=True)
    hosting = fields.Boolean(required=True)
    awaited = fields.Boolean(required=True, metadata={"description": "Whether it is my turn."})


class MyMatches(Schema):
    items = fields.List(fields.Nested(MyMatch), required=True)
    next = fields.String(required=True, allow_none=True)
