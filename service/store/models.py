"""Every model, imported once, so that the metadata is whole before anything compares it."""

from service.store.allowances import Allowance
from service.store.entries import LogEntry
from service.store.handovers import Handover
from service.store.heartbeats import Heartbeat
from service.store.letters import Letter, Notice
from service.store.matches import Match, Seat
from service.store.players import Block, Player
from service.store.submissions import Submission

MODELS = (
    Allowance,
    Block,
    Handover,
    Heartbeat,
    Letter,
    LogEntry,
    Match,
    Notice,
    Player,
    Seat,
    Submission,
)
