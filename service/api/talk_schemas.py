"""The shapes of talk at the table."""

from marshmallow import Schema, fields, validate

from service import messages

LONGEST_ID = 16


class Words(Schema):
    """What is to be said."""

    text = fields.String(
        required=True,
        validate=validate.Length(1, messages.LONGEST),
        metadata={
            "description": "Up to 40 lines. Links stay text. Control characters are put out."
        },
    )
    to = fields.Integer(
        strict=True,
        allow_none=True,
        load_default=None,
        validate=validate.Range(0),
        metadata={"description": "The seat that alone may read it; null: all seats."},
    )


class Message(Schema):
    message = fields.String(required=True, metadata={"description": "Its id."})
    seat = fields.Integer(required=True, metadata={"description": "Who said it."})
    name = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Of who said it; null: the seat has another holder since."},
    )
    to = fields.Integer(
        required=True, allow_none=True, metadata={"description": "To this seat; null: to all."}
    )
    text = fields.String(
        required=True, allow_none=True, metadata={"description": "Null: its author was erased."}
    )
    at = fields.AwareDateTime(required=True)


class TalkQuery(Schema):
    after = fields.String(
        validate=validate.Length(1, LONGEST_ID),
        metadata={"description": "Messages after this one."},
    )
    limit = fields.Integer(load_default=50, validate=validate.Range(1, 200))


class Talk(Schema):
    items = fields.List(fields.Nested(Message), required=True)
    next = fields.String(
        required=True, allow_none=True, metadata={"description": "Ask again after this message."}
    )
