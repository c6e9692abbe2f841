"""What a seat may do at its table beside the game: vote on its time and seats, and leave it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from flask import request
from flask.typing import ResponseReturnValue

from engine.words import N_, Tongue
from service import handovers, resigning, seating, tokens, votes
from service.handovers import Proposal
from service.lobby import Standing
from service.pages import handover_voice, vote_words
from service.pages.door import Door, show
from service.pages.filling import Filled
from service.pages.moments import moment
from service.pages.table_page import Visit
from service.pages.table_receipt import Receipt
from service.pages.wording import to
from service.refusals import Refusal
from service.sitting import Sitting

LONGEST_NUMBER = 9
EXTENSIONS = (12, 24, 48, 72, 168, 336)  # hours
RECEIVED = N_("It is noted")


@dataclass(frozen=True)
class Asked:
    """A vote as the page shows it."""

    number: int
    wanted: str
    count: str
    until: str
    agreed: bool
    disagreed: bool


@dataclass(frozen=True)
class Change:
    """A seat that is to change hands, as the page shows it."""

    number: int
    words: tuple[str, ...]
    consent: str
    object: str
    agreed: bool


@dataclass(frozen=True)
class Say:
    """All that the page offers beside the game."""

    asked: tuple[Asked, ...]
    changes: tuple[Change, ...]
    kinds: tuple[str, ...]  # that may be proposed now
    extensions: tuple[int, ...]
    sure: bool  # the seat is about to resign, and is asked once more
    substitutes: bool


def offered(sitting: Sitting) -> Say | None:
    """Nothing while a phase is resolved, nor once the match is over."""
    if sitting.status not in ("running", "paused"):
        return None
    open_ = {one.kind for one in sitting.votes}
    kinds = ("resume",) if sitting.status == "paused" else ("pause", "extend")
    return Say(
        asked=tuple(
            Asked(
                one.vote,
                vote_words.wanted(one.kind, sitting.names[one.seat], one.hours),
                vote_words.count(len(one.agreed), one.needed),
                moment(one.lapses_at),
                sitting.seat in one.agreed,
                sitting.seat in one.disagreed,
            )
            for one in sitting.votes
        ),
        changes=tuple(_change(one, sitting.seat) for one in sitting.handovers),
        kinds=tuple(kind for kind in kinds if kind not in open_),
        extensions=EXTENSIONS,
        sure=request.args.get("sure") == "resign",
        substitutes=sitting.substitutes,
    )


def _change(asked: Proposal, seat: int) -> Change:
    objecting, consenting = handover_voice.buttons(asked, seat)
    return Change(
        asked.proposal,
        handover_voice.words(asked),
        consenting.words,
        objecting.words,
        seat in asked.approvals,
    )


def act(visit: Visit, do: str, about: str) -> Receipt | None:
    """A word in a vote, or a new one; None where the form asks for something else."""
    acts: Mapping[str, Callable[[tokens.Seat], Standing]] = {
        "propose": lambda seat: votes.propose(seat, _kind(about), _hours(about), visit.now),
        "agree": lambda seat: votes.agree(seat, _number(about), visit.now),
        "disagree": lambda seat: votes.disagree(seat, _number(about), visit.now),
        "consent": lambda seat: _decide(handovers.consent, seat, about, visit.now),
        "object": lambda seat: _decide(handovers.object_to, seat, about, visit.now),
    }
    if do not in acts:
        return None
    acts[do](seating.demand_whole(visit.token))
    return Receipt(visit.tongue.say(RECEIVED))


def _decide(
    how: Callable[[tokens.Voice, int, datetime], Standing],
    seat: tokens.Seat,
    about: str,
    now: datetime,
) -> Standing:
    """Of the very proposal that was on the page: a newer one names somebody else."""
    voice = tokens.Voice(seat.match, seat.seat, seat.generation, _number(about))
    return how(voice, handovers.look(voice).seat, now)


def _kind(about: str) -> str:
    if about not in votes.KINDS:
        raise Refusal("malformed", N_("The form does not say what to do."))
    return about


def _hours(about: str) -> int | None:
    if about != "extend":
        return None
    filled = Filled(request.form)
    found = filled.number("hours", 1, votes.LONGEST_EXTENSION, 0)
    filled.demand_right()
    return found


def _number(about: str) -> int:
    if not about.isdecimal() or len(about) > LONGEST_NUMBER:
        raise Refusal("malformed", N_("The form does not say what to do."))
    return int(about)


def resign(visit: Visit) -> ResponseReturnValue:
    """With the seat its links are gone: what is left to see is what everyone may see."""
    seat, say = seating.demand_whole(visit.token), visit.tongue.say
    seen = resigning.resign(seat, visit.now)
    left = _left(seen, visit.tongue)
    onward = (to(f"/m/{seen.match}"), say(N_("The public page of this match")))
    return show(Door(say(N_("You have resigned")), left, onward=onward))


def _left(seen: Standing, tongue: Tongue) -> tuple[str, ...]:
    if seen.status == "cancelled":
        return (tongue.say(N_("You were the last person at the table: the match is cancelled.")),)
    return (
        tongue.say(N_("A bot plays your seat. All are told.")),
        tongue.say(N_("Your links no longer open anything, and what you had sealed is destroyed.")),
    )
