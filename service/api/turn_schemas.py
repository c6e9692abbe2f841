"""The shapes of turns: what is sent to act, and what answers."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from service.api import engine_shapes

LONGEST_TEXT = 2000
MOST = 2**31 - 1  # what the database counts with


class Act(Schema):
    """A turn that is quoted, and an action as JSON or in words."""

    turn = fields.Integer(
        required=True,
        strict=True,
        validate=validate.Range(0),
        metadata={"description": "The match's present turn, as its view says."},
    )
    action = engine_shapes.field("action", "The action, by its kind. Either this or `text`.")
    text = fields.String(
        validate=validate.Length(1, LONGEST_TEXT),
        metadata={"description": "The action in words, as in `bid 1 marker, chief; take 3`."},
    )

    @validates_schema
    def one_form(self, data: dict[str, Any], **_: Any) -> None:
        if ("action" in data) == ("text" in data):
            raise ValidationError("Send either an action or a text.", "action")
        if "action" in data and not isinstance(data["action"], dict):
            raise ValidationError("Not an object.", "action")


class Undo(Schema):
    """The turn that is quoted; what is taken back is the seat's own last step."""

    turn = fields.Integer(
        required=True,
        strict=True,
        validate=validate.Range(0),
        metadata={"description": "The match's present turn, as its view says."},
    )


class Entry(Schema):
    """An entry as it may be told.

    While a match of Giants runs, older transport phases in which somebody erected lose their order:
    their entries have no number, turn, hash or time, nobody's name where a moai was erected, and
    come in no order that tells who did it.
    """

    number = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Its place in the log; null where that may not be told."},
    )
    kind = fields.String(
        required=True,
        metadata={"enum": ["deal", "play", "resolve", "peek", "default", "undo", "seat", "keys"]},
    )
    turn = fields.Integer(
        required=True, allow_none=True, metadata={"description": "The turn after it."}
    )
    seat = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Who acted, where it may be told."}
    )
    by = fields.String(
        required=True,
        allow_none=True,
        metadata={"enum": ["person", "plan", "default", "bot", None]},
    )
    action = engine_shapes.field(
        "action", "What was played, without what is hidden.", required=True, allow_none=True
    )
    undoes = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "The entry that an undo takes back."},
    )
    events = engine_shapes.several("event", "What it led to.", required=True)
    sentences = fields.List(
        fields.String(), required=True, metadata={"description": "The events in words."}
    )
    hash = fields.String(
        required=True, allow_none=True, metadata={"description": "The head of the log with it."}
    )
    at = fields.AwareDateTime(required=True, allow_none=True)


def _choices() -> fields.Raw:
    told = "What an awaited seat may do, factored."
    return engine_shapes.field("choices", told, required=True, allow_none=True)


def _asides() -> fields.List[Any]:
    return engine_shapes.several("action", "What may be done out of turn.", required=True)


class Sight(Schema):
    match = fields.String(required=True)
    game = fields.String(required=True)
    status = fields.String(
        required=True, metadata={"enum": ["gathering", "running", "finished", "cancelled"]}
    )
    seat = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Whose view; null: a stranger's."}
    )
    phase = fields.String(required=True, allow_none=True)
    turn = fields.Integer(required=True, metadata={"description": "Quote it when you act."})
    sealed = fields.Boolean(
        required=True, metadata={"description": "Whether actions of this phase open together."}
    )
    awaited = fields.List(fields.Integer(), required=True)
    submitted = fields.List(
        fields.Integer(), required=True, metadata={"description": "Whose sealed action is in."}
    )
    due_at = fields.AwareDateTime(required=True, allow_none=True)
    closes_at = fields.AwareDateTime(
        required=True,
        allow_none=True,
        metadata={"description": "All are in: changes are possible until then."},
    )
    head = fields.String(required=True, allow_none=True)
    revision = fields.Integer(required=True)
    view = engine_shapes.field("view", "What this viewer may see.", required=True)
    choices = _choices()
    asides = _asides()
    undo = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "The entry that this seat may take back while its time lasts."},
    )


class Choices(Schema):
    turn = fields.Integer(required=True)
    phase = fields.String(required=True, allow_none=True)
    choices = _choices()
    asides = _asides()


class Played(Schema):
    """The answer to an open turn."""

    entry = fields.Nested(Entry, required=True)
    table = fields.Nested(Sight, required=True)


class Receipt(Schema):
    """The answer to a sealed action."""

    submission = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    phase = fields.String(required=True)
    turn = fields.Integer(required=True)
    commitment = fields.String(
        required=True, metadata={"description": "Published now; the salt follows at the reveal."}
    )
    hidden_commitment = fields.String(
        required=True,
        metadata={"description": "Of the hidden part; opened when the match is over."},
    )
    received_at = fields.AwareDateTime(required=True)
    closes_at = fields.AwareDateTime(required=True, allow_none=True)


class OwnSealed(Schema):
    receipt = fields.Nested(Receipt, required=True)
    action = engine_shapes.field("action", "What this seat has sealed.", required=True)
    text = fields.String(required=True, metadata={"description": "The same in words."})


class Warned(Schema):
    """Why an action that may be played may be a mistake."""

    code = fields.String(required=True, metadata={"description": "Stable; as `owner_open`."})
    sentence = fields.String(required=True)


class Checked(Schema):
    """What an action would do; one that cannot be played is refused."""

    text = fields.String(required=True, metadata={"description": "The action in words."})
    action = engine_shapes.field("action", "The action as JSON.", required=True)
    foreseen = fields.Boolean(
        required=True,
        metadata={"description": "Whether what follows is known: not where luck answers."},
    )
    events = engine_shapes.several("event", "What would happen.", required=True)
    sentences = fields.List(fields.String(), required=True)
    warnings = fields.List(
        fields.Nested(Warned),
        required=True,
        metadata={
            "description": "What to ask a player once more about; it is played all the same."
        },
    )


class LogQuery(Schema):
    after = fields.Integer(
        load_default=0,
        validate=validate.Range(0, MOST),
        metadata={"description": "Entries after this number; or the `next` of a page before."},
    )
    limit = fields.Integer(load_default=100, validate=validate.Range(1, 200))


class Log(Schema):
    items = fields.List(fields.Nested(Entry), required=True)
    next = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Ask again after this number."}
    )


class Page(Schema):
    """An entry of the record; salt and private part are there once the match is over."""

    public = fields.Dict(required=True)
    sealed = fields.String(required=True)
    hash = fields.String(required=True)
    salt = fields.String(required=True, allow_none=True)
    private = fields.Dict(required=True, allow_none=True)


class Covered(Schema):
    """An entry that a running match does not tell any more: a link of the chain, and no more."""

    number = fields.Integer(required=True)
    previous = fields.String(required=True)
    hash = fields.String(required=True)


COMPONENTS: dict[str, type[Schema]] = {"Page": Page, "Covered": Covered}
PAGES = [{"$ref": f"{engine_shapes.WHERE}{name}"} for name in COMPONENTS]


class Proof(Schema):
    """A signed request, with all that its signature covers."""

    submission = fields.Integer(required=True)
    method = fields.String(required=True)
    authority = fields.String(required=True)
    path = fields.String(required=True)
    content_digest = fields.String(required=True)
    idempotency_key = fields.String(required=True)
    params = fields.String(
        required=True, metadata={"description": "Of Signature-Input, without the label."}
    )
    signature = fields.String(required=True, metadata={"description": "In hex."})
    body = fields.String(required=True, metadata={"description": "To the byte, in hex."})


class Record(Schema):
    format = fields.Integer(required=True)
    match = fields.String(required=True)
    game = fields.String(required=True)
    rules = fields.String(required=True)
    head = fields.String(required=True)
    seed = fields.String(required=True, allow_none=True)
    outcome = fields.Dict(required=True, allow_none=True)
    entries = fields.List(
        fields.Raw(metadata={"anyOf": PAGES}),
        required=True,
        metadata={"description": "In their order; some may be covered while the match runs."},
    )
    proofs = fields.List(
        fields.Nested(Proof),
        metadata={"description": "Of the signed actions that are open; absent where none is."},
    )
