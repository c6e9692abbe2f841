"""A seat's say in what its table is asked: by which tokens it has one, and for what."""

from typing import TypeAlias

from sqlalchemy.orm import Session

from service import seating, tokens
from service.store.matches import Match

Voter: TypeAlias = tokens.Seat | tokens.Voice


def hold(session: Session, token: Voter) -> Match:
    """The match, locked, for a seat that has something to say in it.

    At any time, also while a phase is resolved: a word said changes nothing of the phase.
    """
    row = seating.hold(session, token.match)
    demand(session, row, token)
    seating.demand_unfinished(row)
    return row


def demand(session: Session, row: Match, token: Voter) -> None:
    """A voice outlives the phase: the proposal that it was given for does so too."""
    if isinstance(token, tokens.Voice):
        token = tokens.Seat(token.match, token.seat, token.generation)
    seating.demand_seat(session, row, token)


def means(token: Voter, about: str, proposal: int) -> bool:
    """A voice is for one proposal; whoever holds the seat itself has a say in each."""
    if not isinstance(token, tokens.Voice):
        return True
    return (token.about, token.proposal) == (about, proposal)
