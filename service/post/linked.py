"""What a seat's letter tells of plans that came by letters' links: which, and how they are dropped.

It is told in whatever letter comes next, and none is written for it: nobody else can see from a
letter's coming that there is a plan.
"""

from dataclasses import dataclass
from datetime import datetime

from engine.words import N_
from service import links, table, tokens
from service.plans import Change, Plan, live, of_seat
from service.post.case import Case
from service.post.doors import Link
from service.store import outbox

DROP = N_("Drop this plan")
BUTTON = N_("Opening the link does nothing: a button there drops it. The link is yours alone.")


@dataclass(frozen=True)
class Linked:
    """Links that had a hand in the plan, by phase, and what is left of it to be played."""

    changes: tuple[Change, ...]
    steps: tuple[tuple[str, str], ...]  # each with its phase
    drop: Link | None


def told(case: Case) -> Linked | None:
    """Nothing where no link did anything that a letter has not told."""
    seat = case.seat
    if seat is None or not case.plays or case.match.status != "running":
        return None
    plan = of_seat(case.session, case.match, seat.number)
    untold = () if plan is None else tuple(one for one in plan.changes if _untold(case, one.at))
    if plan is None or not untold:
        return None
    return Linked(untold, *_left(case, seat.number, plan))


def _untold(case: Case, at: datetime) -> bool:
    """A letter that was begun before may tell it too; one begun since does."""
    return not outbox.has_left_since(case.session, case.match.id, case.player.id, at)


def _left(case: Case, seat: int, plan: Plan) -> tuple[tuple[tuple[str, str], ...], Link | None]:
    standing = [one.phase for one in plan.changes if one.stands]
    played = table.load(case.match)
    steps = live(played, seat, plan).steps
    if not standing or not steps:
        return (), None
    words = tuple((str(one.phase), played.game.say(played.state, one.action)) for one in steps)
    return words, _drop(case, seat, standing[-1])


def _drop(case: Case, seat: int, phase: str) -> Link:
    say, held = case.tongue.say, case.seat
    generation = 0 if held is None else held.generation
    token = tokens.Drop(case.match.id, seat, generation, phase)
    return Link(say(DROP), say(BUTTON), links.to(token))
