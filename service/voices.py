"""A seat's say in what its table is asked: by which tokens it has one, and for what."""

from collections.abc import Iterable
from typing import TypeAlias, TypeVar

from sqlalchemy.orm import Session

from service import seating, tokens
from service.store.handles import Numbered
from service.store.matches import Match

N = TypeVar("N", bound=Numbered)
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


def proposed(known: Iterable[N], token: tokens.Voice) -> N | None:
    """Which of its match's proposals a voice was given for."""
    return next((one for one in known if one.called == token.proposal), None)


def means(token: Voter, about: str, proposal: int) -> bool:
    """A voice is for one proposal; whoever holds the seat itself has a say in each."""
    if not isinstance(token, tokens.Voice):
        return True
    return (token.about, token.proposal) == (about, proposal)
