"""The picture in a letter: the table as its seat sees it, drawn before the letter is claimed.

Pixels take longer than all the rest of a letter, and a claim holds a lock. So they are drawn ahead,
and are at hand for the same picture: a table that has changed since is drawn anew.
"""

from datetime import datetime

from flask import current_app

from service import drawing, picturing
from service.drawing import NARROW
from service.picturing import Wanted
from service.post import standing
from service.post.case import Case
from service.settings import Settings
from service.store import outbox
from service.store.database import reading
from service.store.letters import Letter
from service.store.matches import Match
from service.store.players import Player

ZOOM = 2  # telephones have two pixels to the point, or more
MOST_BYTES = 98_000


def wanted() -> bool:
    settings: Settings = current_app.extensions["settings"]
    return settings.letter_pictures


def of(case: Case) -> bytes | None:
    """None where there is no table to see, or its operator wants none."""
    seat = case.shown
    if seat is None or not wanted():
        return None
    look = Wanted("light", NARROW, case.language)
    svg = picturing.of_row(case.session, case.match, seat.number, look)
    return drawing.small_png(svg, ZOOM, MOST_BYTES)


def draw_ahead(letter_id: int, now: datetime) -> None:
    """Have the picture at hand when the letter is claimed; nothing is held meanwhile."""
    if not wanted():
        return
    with reading() as session:
        letter = session.get(Letter, letter_id)
        if letter is None or letter.status != outbox.READY or letter.match_id is None:
            return
        row = session.get_one(Match, letter.match_id)
        player = session.get_one(Player, letter.player_id)
        seat = standing.held_by(session, row, player)
        of(Case(session, row, player, seat, outbox.covered(session, letter.id), letter, now))
