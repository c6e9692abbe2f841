"""The picture in a letter: the table as its seat sees it, drawn before the letter is claimed.

Drawing takes longer than all the rest of a letter, and a claim holds a lock. So it is drawn ahead,
and found again by all that it is made from: a table that has changed since is drawn anew.
"""

from dataclasses import dataclass
from datetime import datetime

from service import drawing, picturing
from service.drawing import NARROW
from service.picturing import Wanted
from service.post import standing
from service.post.case import Case
from service.store import matches, outbox
from service.store.database import reading
from service.store.letters import Letter
from service.store.matches import Match, Seat
from service.store.players import Player

ZOOM = 2  # telephones have two pixels to the point, or more
MOST_BYTES = 98_000
KEPT = 32


@dataclass(frozen=True)
class Seen:
    """All that a picture is made from: the head stands for the whole log, and so for the table."""

    head: str | None
    seat: int
    names: tuple[str, ...]
    language: str


AT_HAND: dict[Seen, bytes] = {}


def of(case: Case) -> bytes | None:
    """None where there is no table to see."""
    seat = case.shown
    if seat is None:
        return None
    names = tuple(one.name for one in matches.seats_of(case.session, case.match.id))
    seen = Seen(case.match.head, seat.number, names, case.language)
    if seen not in AT_HAND:
        _keep(seen, _drawn(case, seat))
    return AT_HAND[seen]


def _drawn(case: Case, seat: Seat) -> bytes:
    wanted = Wanted("light", NARROW, case.language)
    svg = picturing.of_row(case.session, case.match, seat.number, wanted)
    return drawing.small_png(svg, ZOOM, MOST_BYTES)


def _keep(seen: Seen, png: bytes) -> None:
    """The newest only: a letter is claimed soon after its picture was drawn, or not at all."""
    while len(AT_HAND) >= KEPT:
        del AT_HAND[next(iter(AT_HAND))]
    AT_HAND[seen] = png


def draw_ahead(letter_id: int, now: datetime) -> None:
    """Have the picture at hand when the letter is claimed; nothing is held meanwhile."""
    with reading() as session:
        letter = session.get(Letter, letter_id)
        if letter is None or letter.status != outbox.READY:
            return
        row = session.get_one(Match, letter.match_id)
        player = session.get_one(Player, letter.player_id)
        seat = standing.held_by(session, row, player)
        of(Case(session, row, player, seat, outbox.covered(session, letter.id), letter, now))
