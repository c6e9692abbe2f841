"""Moments and stretches of time as a page says them, in the language of the present request."""

from datetime import datetime

from flask import current_app, g

from engine.words import N_
from service import languages, moments

DAY = 24


def now() -> datetime:
    """By the app's clock, which can be made to stand still."""
    at: datetime = current_app.extensions["clock"]()
    return at


def moment(at: datetime) -> str:
    """A day and an hour where the reader lives, with the zone that they are meant in."""
    time_zone = g.reader.time_zone if "reader" in g else "UTC"
    return moments.said(at, time_zone, languages.present())


def left(at: datetime) -> str | None:
    """How long it is until then; None when it is past."""
    return moments.left(at - now(), languages.present())


def hours(count: int) -> str:
    """A stretch of whole hours, in days where it is whole days."""
    tongue = languages.present_tongue()
    if count % DAY == 0:
        days = count // DAY
        return tongue.count(N_("{count} day"), N_("{count} days"), days).format(count=days)
    return tongue.count(N_("{count} hour"), N_("{count} hours"), count).format(count=count)
