"""The shapes of plans and standing preferences."""

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from service import plans
from service.api import engine_shapes
from service.api.turn_schemas import LONGEST_TEXT, MOST

OTHERWISE = list(get_args(plans.Otherwise))
REASONS = list(get_args(plans.Reason))
LONGEST_PHASE = 40
MOST_PREFERENCES = 20


class Step(Schema):
    """An action as JSON or in words, and what if it cannot be played when its turn comes."""

    action = engine_shapes.field("action", "The action, by its kind. Either this or `text`.")
    text = fields.String(
        validate=validate.Length(1, LONGEST_TEXT),
        metadata={"description": "The action in words, as in `worker C4`."},
    )
    otherwise = fields.String(
        load_default="stop",
        validate=validate.OneOf(OTHERWISE),
        metadata={
            "description": "If the rules do not allow it then: stop the plan and ask, pass where "
            "the game lets you (else stop), or skip to the next step."
        },
    )
    phase = fields.String(
        validate=validate.Length(1, LONGEST_PHASE),
        metadata={
            "description": "As `transport 2`. If it is left out: that of the step before where the "
            "action suits it, else the first to come that does.",
            "example": "placement 1",
        },
    )
    most_points = fields.Integer(
        strict=True,
        validate=validate.Range(0, plans.MOST_POINTS),
        metadata={
            "description": "Points that it may give to others. If it is left out: as many as it "
            "would give now; none where that cannot be foreseen."
        },
    )

    @validates_schema
    def one_form(self, data: dict[str, Any], **_: Any) -> None:
        if ("action" in data) == ("text" in data):
            raise ValidationError("Send either an action or a text.", "action")
        if "action" in data and not isinstance(data["action"], dict):
            raise ValidationError("Not an object.", "action")


class Laying(Schema):
    steps = fields.List(
        fields.Nested(Step), required=True, validate=validate.Length(1, plans.MOST_STEPS)
    )
    revision = fields.Integer(
        strict=True,
        validate=validate.Range(1, MOST),
        metadata={"description": "Of the plan that you mean to replace: refused if it changed."},
    )


class StepSeen(Schema):
    phase = fields.String(required=True)
    action = engine_shapes.field("action", "The step as JSON.", required=True)
    text = fields.String(required=True, metadata={"description": "The same in words."})
    otherwise = fields.String(required=True, metadata={"enum": OTHERWISE})
    most_points = fields.Integer(
        required=True, metadata={"description": "It stops rather than give others more."}
    )
    points = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "That it would give to others, were the table to stay as it is."},
    )
    refusal = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Why it could not be played as the table stands."},
    )
    foreseen = fields.Boolean(
        required=True, metadata={"description": "Whether what it would do is known."}
    )
    sentences = fields.List(fields.String(), required=True)


class Own(Schema):
    revision = fields.Integer(required=True)
    stopped = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "enum": [*REASONS, None],
            "description": "Why it waits for you: its next step is against the rules by now, would "
            "give away more points, or would mean something else.",
        },
    )
    steps = fields.List(fields.Nested(StepSeen), required=True)


class Preferences(Schema):
    """The names and values are those of the game: see its `preferences`."""

    preferences = fields.Dict(
        keys=fields.String(validate=validate.Length(1, 40)),
        values=fields.Raw(metadata={"type": ["boolean", "string"]}),
        required=True,
        validate=validate.Length(0, MOST_PREFERENCES),
    )
