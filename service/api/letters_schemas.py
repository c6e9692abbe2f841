"""The shapes of a policy: which letters come, and when."""

from typing import Any

from marshmallow import Schema, fields, validate

from service.post import policy

HOUR = validate.Range(0, 23)


def _delay(**kwargs: Any) -> fields.Integer:
    return fields.Integer(
        strict=True,
        validate=validate.Range(0, policy.MOST_DELAY),
        metadata={
            "description": (
                "Minutes that a letter waits for more to tell; five times as long where it asks "
                "nothing of its reader. Null: as usual."
            )
        },
        **kwargs,
    )


def _digest(**kwargs: Any) -> fields.Integer:
    return fields.Integer(
        strict=True,
        validate=HOUR,
        allow_none=True,
        metadata={
            "description": (
                "The hour, in the player's time zone, of one letter a day for all such matches. "
                "Null: each match writes its own."
            )
        },
        **kwargs,
    )


class QuietHours(Schema):
    """No letter comes from the one hour to the other, in the player's time zone."""

    since = fields.Integer(
        data_key="from", attribute="from", required=True, strict=True, validate=HOUR
    )
    until = fields.Integer(data_key="to", attribute="to", required=True, strict=True, validate=HOUR)


def _quiet(**kwargs: Any) -> fields.Nested:
    return fields.Nested(QuietHours, allow_none=True, **kwargs)


def _off(**kwargs: Any) -> fields.List[Any]:
    return fields.List(
        fields.String(validate=validate.OneOf(policy.SWITCHABLE)),
        validate=validate.Length(max=len(policy.SWITCHABLE)),
        metadata={"description": "Kinds of letters that are not wanted."},
        **kwargs,
    )


class Letters(Schema):
    """What is not named stays open: it is as it was, or as everywhere."""

    delay = _delay(allow_none=True)
    digest = _digest()
    quiet = _quiet()
    off = _off()


class LettersSeen(Schema):
    """What holds."""

    delay = _delay(required=True)
    digest = _digest(required=True)
    quiet = _quiet(required=True)
    off = _off(required=True)


class MatchPolicy(Schema):
    match = fields.String(required=True, metadata={"description": "The match's id."})
    muted = fields.Boolean(
        required=True, metadata={"description": "Whether no letter of this match comes at all."}
    )
    own = fields.Nested(
        Letters, required=True, metadata={"description": "What was chosen for this match alone."}
    )
    letters = fields.Nested(
        LettersSeen, required=True, metadata={"description": "What holds in this match."}
    )


OWN: dict[str, Any] = {"digest": None, "off": ["paused", "resumed"]}
SEEN: dict[str, Any] = {
    "match": "k7m2vq9xw3hjt5na",
    "muted": False,
    "own": OWN,
    "letters": {"delay": 2, "digest": None, "quiet": None, "off": ["paused", "resumed"]},
}
