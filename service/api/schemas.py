"""The shapes of what the API sends."""

from marshmallow import Schema, fields


class Option(Schema):
    name = fields.String(required=True, metadata={"description": "As it is sent when opening."})
    kind = fields.String(required=True, metadata={"enum": ["flag", "number", "choice"]})
    default = fields.Raw(
        required=True,
        metadata={
            "type": ["boolean", "integer", "string"],
            "description": "What holds when it is not given.",
        },
    )
    choices = fields.List(
        fields.String(), required=True, metadata={"description": "For a choice; else empty."}
    )
    least = fields.Integer(
        required=True, allow_none=True, metadata={"description": "For a number."}
    )
    most = fields.Integer(required=True, allow_none=True, metadata={"description": "For a number."})
    summary = fields.String(required=True, metadata={"description": "What it changes."})


class Game(Schema):
    slug = fields.String(required=True, metadata={"description": "The game's name in addresses."})
    title = fields.String(required=True)
    designer = fields.String(required=True, metadata={"description": "Whose game it is."})
    seats = fields.List(
        fields.Integer(), required=True, metadata={"description": "Allowed numbers of players."}
    )
    options = fields.List(fields.Nested(Option), required=True)
    preferences = fields.List(
        fields.Nested(Option),
        required=True,
        metadata={"description": "What a seat may say once, to be asked less often."},
    )
    rules = fields.String(required=True, metadata={"description": "The rules' version."})


class WholeGame(Game):
    """A game with the shape of its actions, for those who make them up themselves."""

    action_schema = fields.Dict(
        required=True, metadata={"description": "JSON Schema (2020-12) of an action."}
    )


class Games(Schema):
    items = fields.List(fields.Nested(Game), required=True)
    next = fields.String(
        required=True, allow_none=True, metadata={"description": "The next page's key, if any."}
    )
