"""The shapes of opening, joining and hosting a match, as they are sent."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate
from typing_extensions import override

from engine.registry import BOTS, GAMES
from service import (
    absences,
    invitations,
    lobby,
    names,
    opening,
    pacing,
    players,
    reminders,
    votes,
)
from service.api import letters_schemas
from service.pacing import LONGEST_PACE

LONGEST_COOLING = 24 * 60 * 60
MOST_SEATS = max(max(game.meta.seats) for game in GAMES.values())
MOST_OPTIONS = 20
LONGEST_KEY_OF_PAGE = 120


class Flag(fields.Boolean):
    """True or false, and not what marshmallow also takes for them."""

    @override
    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


def name(**kwargs: Any) -> fields.String:
    return fields.String(
        validate=validate.Length(1, names.LONGEST),
        metadata={
            "description": (
                "1 to 40 printable characters, without a link, an address or an encoded word "
                "(`=?`), and not like the name of this service or of another seat."
            ),
            "example": "Ann",
        },
        **kwargs,
    )


def address(**kwargs: Any) -> fields.String:
    return fields.String(
        validate=validate.Length(3, players.LONGEST_ADDRESS),
        metadata={"description": "Where letters go.", "example": "ann@moai.example"},
        **kwargs,
    )


def language(**kwargs: Any) -> fields.String:
    return fields.String(validate=validate.OneOf(players.LANGUAGES), **kwargs)


def time_zone(**kwargs: Any) -> fields.String:
    return fields.String(
        validate=validate.Length(1, 64),
        metadata={"description": "Of the IANA database.", "example": "Europe/Rome"},
        **kwargs,
    )


class Window(Schema):
    """The hours of the day in which time runs, where each player lives."""

    start = fields.Integer(
        strict=True,
        load_default=0,
        validate=validate.Range(0, 23),
        data_key="from",
        metadata={"description": "The hour at which it begins."},
    )
    end = fields.Integer(
        strict=True,
        load_default=24,
        validate=validate.Range(1, 24),
        data_key="to",
        metadata={"description": "The hour at which it ends."},
    )


def free_days(**kwargs: Any) -> fields.List[Any]:
    return fields.List(
        fields.String(validate=validate.OneOf(pacing.WEEKDAYS)),
        validate=validate.Length(max=pacing.MOST_FREE),
        metadata={"description": "Of the week, on which no time runs.", "example": ["sunday"]},
        **kwargs,
    )


def patience(**kwargs: Any) -> fields.Integer:
    return fields.Integer(
        strict=True,
        validate=validate.Range(0, pacing.MOST_PATIENCE),
        metadata={"description": "Deadlines missed until a bot takes over; 0: it never does."},
        **kwargs,
    )


def absence(**kwargs: Any) -> fields.String:
    return fields.String(
        validate=validate.OneOf(pacing.ABSENCES),
        metadata={
            "description": "While a player is away: its time does not run, the rules act at once, "
            "or a bot plays."
        },
        **kwargs,
    )


class Pace(Schema):
    turn_hours = fields.Integer(
        strict=True,
        load_default=72,
        validate=validate.Range(1, LONGEST_PACE),
        metadata={"description": "For a turn."},
    )
    sealed_hours = fields.Integer(
        strict=True,
        load_default=72,
        validate=validate.Range(1, LONGEST_PACE),
        metadata={"description": "For a sealed action."},
    )
    free_days = free_days(load_default=list)
    window = fields.Nested(Window, load_default=lambda: Window().load({}))
    patience = patience(load_default=pacing.PATIENCE)
    absence = absence(load_default=pacing.ABSENCE)


class Host(Schema):
    name = name(required=True)
    address = address()
    language = language(load_default="en")
    time_zone = time_zone(load_default="UTC")


class HostSeat(Schema):
    """A seat for the host."""

    kind = fields.String(required=True, validate=validate.Equal("host"))


class PlayerSeat(Schema):
    """A seat for somebody who is invited by letter."""

    kind = fields.String(required=True, validate=validate.Equal("player"))
    name = name(required=True)
    address = address(required=True)
    language = language(load_default="en")
    time_zone = time_zone(load_default="UTC")


class BotSeat(Schema):
    """A seat for a bot."""

    kind = fields.String(required=True, validate=validate.Equal("bot"))
    bot = fields.String(
        required=True,
        validate=validate.OneOf(sorted({bot for bots in BOTS.values() for bot in bots})),
    )
    name = name()


class SubstituteSeat(Schema):
    """A seat for the first of the match's substitutes who accepts."""

    kind = fields.String(required=True, validate=validate.Equal("substitute"))


COMPONENTS: dict[str, type[Schema]] = {
    "HostSeat": HostSeat,
    "PlayerSeat": PlayerSeat,
    "BotSeat": BotSeat,
    "SubstituteSeat": SubstituteSeat,
}
KINDS: dict[str, type[Schema]] = {
    "host": HostSeat,
    "player": PlayerSeat,
    "bot": BotSeat,
    "substitute": SubstituteSeat,
}


class Chair(fields.Raw):
    """One of several shapes, told apart by its kind."""

    def __init__(self, *kinds: str, **kwargs: Any) -> None:
        self.kinds = kinds
        refs = {kind: f"#/components/schemas/{KINDS[kind].__name__}" for kind in kinds}
        shape = {
            "oneOf": [{"$ref": ref} for ref in refs.values()],
            "discriminator": {"propertyName": "kind", "mapping": refs},
        }
        super().__init__(metadata=shape, **kwargs)

    @override
    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, dict):
            raise ValidationError("Not an object.")
        kind = value.get("kind")
        if kind not in self.kinds:
            raise ValidationError({"kind": [f"One of: {', '.join(self.kinds)}."]})
        return KINDS[kind]().load(value)


class Substitute(Schema):
    """Somebody who would step in."""

    name = name(required=True)
    address = address(required=True)
    language = language(load_default="en")
    time_zone = time_zone(load_default="UTC")


class Opening(Schema):
    game = fields.String(required=True, validate=validate.OneOf(sorted(GAMES)))
    options = fields.Dict(
        keys=fields.String(),
        values=fields.Raw(metadata={"type": ["boolean", "integer", "string"]}),
        load_default=dict,
        validate=validate.Length(max=MOST_OPTIONS),
        metadata={"description": "As the game offers them; what is not named is the default."},
    )
    pace = fields.Nested(Pace, load_default=lambda: Pace().load({}))
    cooling = fields.Integer(
        strict=True,
        load_default=0,
        validate=validate.Range(0, LONGEST_COOLING),
        metadata={"description": "Seconds from the last sealed action to the close."},
    )
    public = Flag(load_default=False, metadata={"description": "Whether the match is listed."})
    start = fields.String(
        load_default="auto",
        validate=validate.OneOf(["auto", "host"]),
        metadata={"description": "By itself once all have accepted, or at the host's word."},
    )
    host = fields.Nested(Host, required=True)
    seats = fields.List(
        Chair("host", "player", "bot"),
        required=True,
        validate=validate.Length(1, MOST_SEATS),
        metadata={"description": "In the order of the seats' numbers, from 0."},
    )
    substitutes = fields.List(
        fields.Nested(Substitute),
        load_default=list,
        validate=validate.Length(max=opening.MOST_SUBSTITUTES),
        metadata={"description": "Who would step in, in the order in which they are asked."},
    )


class Acceptance(Schema):
    nonce = fields.String(
        validate=validate.Regexp(rf"^([0-9a-f]{{2}}){{0,{invitations.LONGEST_NONCE}}}\Z"),
        metadata={
            "description": "Up to 32 bytes in hex, mixed into the match's luck.",
            "pattern": f"^([0-9a-f]{{2}}){{0,{invitations.LONGEST_NONCE}}}$",
        },
    )
    name = name()
    language = language()
    time_zone = time_zone()


class SeatName(Schema):
    seat = fields.Integer(required=True, strict=True, validate=validate.Range(0, MOST_SEATS - 1))
    name = name(required=True)


class PaceChange(Schema):
    turn_hours = fields.Integer(strict=True, validate=validate.Range(1, LONGEST_PACE))
    sealed_hours = fields.Integer(strict=True, validate=validate.Range(1, LONGEST_PACE))
    free_days = free_days()
    window = fields.Nested(Window)
    patience = patience()
    absence = absence()


class MatchChange(Schema):
    public = Flag()
    pace = fields.Nested(PaceChange)
    cooling = fields.Integer(strict=True, validate=validate.Range(0, LONGEST_COOLING))
    start = fields.String(validate=validate.OneOf(["auto", "host"]))
    seats = fields.List(fields.Nested(SeatName), validate=validate.Length(max=MOST_SEATS))


class Extension(Schema):
    hours = fields.Integer(
        required=True, strict=True, validate=validate.Range(1, votes.LONGEST_EXTENSION)
    )


class Ballot(Schema):
    kind = fields.String(
        required=True,
        validate=validate.OneOf(votes.KINDS),
        metadata={"description": "To pause the match, to go on, or to move the present deadline."},
    )
    hours = fields.Integer(
        strict=True,
        validate=validate.Range(1, votes.LONGEST_EXTENSION),
        metadata={"description": "To move the deadline by; needed to extend, and for that alone."},
    )


class Replacement(Schema):
    holder = Chair("player", "bot", "substitute", required=True)


class MeChange(Schema):
    name = name()
    language = language()
    time_zone = time_zone()
    receipts = Flag(metadata={"description": "Whether each submission is answered by a letter."})
    letters = fields.Nested(letters_schemas.Letters)
    reminders = fields.List(
        fields.Integer(strict=True, validate=validate.Range(1, reminders.LONGEST)),
        validate=validate.Length(max=reminders.MOST_A_TURN),
        metadata={
            "description": "Hours before a deadline, from the next turn on.",
            "example": [24],
        },
    )


class Renewed(Schema):
    keep_programs = Flag(
        metadata={"description": "Leave the seats their signing keys and webhooks; else they go."}
    )


class AbsenceMade(Schema):
    first_day = fields.Date(
        required=True, metadata={"description": "Where you live; not in the past."}
    )
    last_day = fields.Date(
        required=True,
        metadata={"description": f"At most {absences.LONGEST} days, the first among them."},
    )


def _after() -> fields.String:
    return fields.String(
        validate=validate.Length(1, LONGEST_KEY_OF_PAGE),
        metadata={"description": "The `next` of the page before."},
    )


def _limit() -> fields.Integer:
    return fields.Integer(load_default=lobby.PAGE, validate=validate.Range(1, 100))


class Filters(Schema):
    game = fields.String(validate=validate.OneOf(sorted(GAMES)))
    status = fields.String(validate=validate.OneOf(lobby.STATUSES))
    after = _after()
    limit = _limit()


class Paging(Schema):
    after = _after()
    limit = _limit()
