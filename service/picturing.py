"""Picturing a match: the table as a seat, or a stranger, sees it, with its last moves, as SVG."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from engine.game import Tagged
from engine.match import Match as Played
from service import drawing, languages, looking, seating, story, table
from service.drawing import THEMES, Look, Markup, ThemeName
from service.store import matches
from service.store.database import reading
from service.store.matches import Match

EDITION = 2  # of the drawing: a changed one makes every picture a new one
LOOKED_BACK = 8  # entries, for the last moves


@dataclass(frozen=True)
class Wanted:
    """How a picture is asked for."""

    theme: ThemeName = "light"
    width: int = 720
    language: str = languages.DEFAULT


def mark(token: seating.Actor | None, match_id: str, wanted: Wanted) -> str:
    """What an ETag is made of: the view's mark, and how it is to be drawn."""
    return (
        f"{looking.mark(token, match_id)}-{EDITION}.{wanted.theme}.{wanted.width}.{wanted.language}"
    )


def picture(token: seating.Actor | None, match_id: str, wanted: Wanted) -> Markup:
    with reading() as session:
        row = seating.read(session, match_id)
        seat = None if token is None else seating.demand_seat(session, row, token).number
        return of_row(session, row, seat, wanted)


def of_row(session: Session, row: Match, seat: int | None, wanted: Wanted) -> Markup:
    """For who has the row already: a letter, a page."""
    played = table.load(row)
    names = tuple(one.name for one in matches.seats_of(session, row.id))
    say = languages.tongue(wanted.language).say
    look = Look(THEMES[wanted.theme], wanted.width, names, say)
    view = played.game.view(played.state, seat)
    return drawing.draw(played.game, view, look, last_events(session, row, played))


def last_events(session: Session, row: Match, played: Played[Any]) -> tuple[Tagged, ...]:
    """What all were told last, as far as it may still be told."""
    first = max(0, row.number - LOOKED_BACK)
    return story.moves(story.after(session, row, played, first, LOOKED_BACK))
