"""Moments and stretches of time as a page says them, in the language of the present request."""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import format_datetime, format_timedelta
from flask import g

from engine.words import N_
from service import languages

PATTERN = "EEE d MMM y, HH:mm"
DAY = 24


def moment(at: datetime) -> str:
    """A day and an hour where the reader lives, with the zone that they are meant in."""
    time_zone = g.reader.time_zone if "reader" in g else "UTC"
    zone = _zone(time_zone)
    local = at.astimezone(zone or UTC)
    said = format_datetime(local, PATTERN, locale=languages.present())
    return f"{said} ({time_zone if zone else 'UTC'})"


def left(at: datetime) -> str | None:
    """How long it is until then; None when it is past."""
    span = at - datetime.now(UTC)
    if span <= timedelta():
        return None
    return format_timedelta(span, threshold=1.5, locale=languages.present())


def hours(count: int) -> str:
    """A stretch of whole hours, in days where it is whole days."""
    tongue = languages.present_tongue()
    if count % DAY == 0:
        days = count // DAY
        return tongue.count(N_("{count} day"), N_("{count} days"), days).format(count=days)
    return tongue.count(N_("{count} hour"), N_("{count} hours"), count).format(count=count)


def _zone(name: str) -> tzinfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return None
