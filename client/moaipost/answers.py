"""The shapes of what the API sends and is sent, as openapi.yaml has them.

They are the JSON itself: what a newer service adds stays in it, and nothing is lost on the way.
Times are RFC 3339 in UTC. Actions, events, views and choices are each game's own, tagged by kind.
"""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, final

Action: TypeAlias = dict[str, Any]
Choices: TypeAlias = dict[str, Any]
Event: TypeAlias = dict[str, Any]


class Option(TypedDict):
    name: str
    kind: Literal["flag", "number", "choice"]
    default: bool | int | str
    choices: list[str]
    least: int | None
    most: int | None
    summary: str


class Game(TypedDict):
    slug: str
    title: str
    designer: str
    seats: list[int]
    options: list[Option]
    preferences: list[Option]
    rules: str
    action_schema: NotRequired[dict[str, Any]]


class Pace(TypedDict, total=False):
    turn_hours: int
    sealed_hours: int


class SeatSeen(TypedDict):
    seat: int
    name: str
    kind: Literal["person", "bot"]
    bot: str | None
    status: Literal["invited", "accepted", "declined"]
    host: bool


class Brief(TypedDict):
    """A match in a list."""

    match: str
    game: str
    status: Literal["unconfirmed", "gathering", "running", "finished", "cancelled"]
    public: bool
    options: dict[str, Any]
    pace: Pace
    cooling: int
    start: Literal["auto", "host"]
    seats: list[SeatSeen]
    turn: int
    phase: str | None
    awaited: list[int]
    due_at: str | None
    created_at: str
    started_at: str | None
    finished_at: str | None


class Committed(TypedDict):
    seat: int
    commitment: str
    hidden_commitment: str


class Handover(TypedDict):
    seat: int
    name: str
    kind: Literal["person", "bot", "substitute"]
    approvals: list[int]
    effective_at: str


class Vote(TypedDict):
    """What the table is asked about its time."""

    vote: int
    kind: Literal["pause", "resume", "extend"]
    hours: int | None
    seat: int
    agreed: list[int]
    disagreed: list[int]
    needed: int
    lapses_at: str


class Standing(Brief):
    """Where a match stands, as anyone may know."""

    sealed: bool
    submitted: list[int]
    commitments: list[Committed]
    closes_at: str | None
    paused_at: str | None
    quarantined: bool
    handovers: list[Handover]
    votes: list[Vote]
    substitutes: list[str]
    seed_hash: str
    head: str | None
    entries: int
    outcome: dict[str, Any] | None
    revision: int


class Admission(TypedDict):
    """The answer to opening, confirming and accepting: what was given, with its tokens."""

    match: Standing
    seat: int | None
    host_token: str | None
    seat_token: str | None
    player_token: str | None


class Sight(TypedDict):
    """The table as one viewer may see it."""

    match: str
    game: str
    status: Literal["gathering", "running", "finished", "cancelled"]
    seat: int | None
    phase: str | None
    turn: int
    sealed: bool
    awaited: list[int]
    submitted: list[int]
    due_at: str | None
    closes_at: str | None
    head: str | None
    revision: int
    view: dict[str, Any]
    choices: Choices | None
    asides: list[Action]
    undo: int | None


class Offered(TypedDict):
    """What a seat may do now: quote the turn when acting."""

    turn: int
    phase: str | None
    choices: Choices | None
    asides: list[Action]


class Entry(TypedDict):
    """An entry as it may be told: the order of an older phase may not be, so it has no number."""

    number: int | None
    kind: Literal["deal", "play", "resolve", "peek", "default", "undo", "seat"]
    turn: int | None
    seat: int | None
    by: Literal["person", "plan", "default", "bot"] | None
    action: Action | None
    undoes: int | None
    events: list[Event]
    sentences: list[str]
    hash: str | None
    at: str | None


@final
class Played(TypedDict):
    """The answer to an open action."""

    entry: Entry
    table: Sight


@final
class Renewal(TypedDict):
    """New links are on their way by letter; those from before are dead."""

    replaced_at: str


@final
class Receipt(TypedDict):
    """The answer to a sealed action."""

    submission: int
    seat: int
    phase: str
    turn: int
    commitment: str
    hidden_commitment: str
    received_at: str
    closes_at: str | None


class OwnSealed(TypedDict):
    receipt: Receipt
    action: Action
    text: str


class Warned(TypedDict):
    code: str
    sentence: str


class Checked(TypedDict):
    text: str
    action: Action
    foreseen: bool
    events: list[Event]
    sentences: list[str]
    warnings: list[Warned]  # what to ask a player once more about; it is played all the same


class StepSeen(TypedDict):
    phase: str
    action: Action
    text: str
    otherwise: Literal["stop", "pass", "skip"]
    most_points: int
    points: int | None
    refusal: str | None
    foreseen: bool
    sentences: list[str]


class Plan(TypedDict):
    """What a seat has laid down; `stopped` says why it waits for its owner."""

    revision: int
    stopped: str | None
    steps: list[StepSeen]


class Message(TypedDict):
    """What a seat said: to all, or to one seat alone."""

    message: str
    seat: int
    name: str | None
    to: int | None
    text: str | None
    at: str


class KeySeen(TypedDict):
    keyid: str
    jwk: dict[str, str]
    created_at: str


class Keyring(TypedDict):
    """The keys that a seat signs with."""

    seat: int
    signed_only: bool
    items: list[KeySeen]


class Me(TypedDict):
    player: str
    name: str
    address: str | None
    confirmed_at: str | None
    language: str
    time_zone: str
    receipts: bool
    fault: str | None


class MyMatch(TypedDict):
    match: Brief
    seat: int | None
    hosting: bool
    awaited: bool


# --- what is sent


class HostAsked(TypedDict):
    name: str
    address: NotRequired[str]
    language: NotRequired[str]
    time_zone: NotRequired[str]


class SeatAsked(TypedDict):
    kind: Literal["host", "player", "bot", "substitute"]
    bot: NotRequired[str]
    name: NotRequired[str]
    address: NotRequired[str]
    language: NotRequired[str]
    time_zone: NotRequired[str]


class Opening(TypedDict):
    game: str
    host: HostAsked
    seats: list[SeatAsked]
    options: NotRequired[dict[str, bool | int | str]]
    pace: NotRequired[Pace]
    cooling: NotRequired[int]
    public: NotRequired[bool]
    start: NotRequired[Literal["auto", "host"]]
    substitutes: NotRequired[list[HostAsked]]


class Step(TypedDict):
    """One step of a plan: an action as JSON or in words, and what if it cannot be played then."""

    action: NotRequired[Action]
    text: NotRequired[str]
    otherwise: NotRequired[Literal["stop", "pass", "skip"]]
    phase: NotRequired[str]
    most_points: NotRequired[int]
