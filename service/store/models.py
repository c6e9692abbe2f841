"""Every model, imported once, so that the metadata is whole before anything compares it."""

from service.store.absences import Absence
from service.store.allowances import Allowance
from service.store.entries import LogEntry
from service.store.handovers import Handover
from service.store.heartbeats import Heartbeat
from service.store.holds import Hold
from service.store.kept_keys import KeptKey
from service.store.letters import Letter, Notice, Section
from service.store.matches import Match, Seat
from service.store.messages import Message
from service.store.outages import Outage
from service.store.plans import PlanRow, PreferenceRow
from service.store.players import Block, Player
from service.store.seat_keys import SeatKey
from service.store.submissions import Submission
from service.store.substitutes import Substitute
from service.store.votes import Vote
from service.store.webhooks import Call, Webhook

MODELS = (
    Absence,
    Allowance,
    Block,
    Call,
    Handover,
    Heartbeat,
    Hold,
    KeptKey,
    Letter,
    LogEntry,
    Match,
    Message,
    Notice,
    Outage,
    PlanRow,
    Player,
    PreferenceRow,
    Seat,
    SeatKey,
    Section,
    Submission,
    Substitute,
    Vote,
    Webhook,
)
