"""Moments in a reader's words: a day and an hour in its time zone, and how long that still is."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import format_date, format_timedelta


def said(at: datetime, time_zone: str, language: str) -> str:
    """A day and an hour in the reader's own time zone, which is named."""
    zone = _zone(time_zone)
    local = at.astimezone(zone)
    return f"{_day(local, language)}, {local:%H:%M} ({zone.key})"


def day(at: datetime, time_zone: str, language: str) -> str:
    return _day(at.astimezone(_zone(time_zone)), language)


def _day(local: datetime, language: str) -> str:
    """English has two orders of day and month; the other languages have one that babel knows."""
    return format_date(local, "EEEE, d MMMM y" if language == "en" else "full", locale=language)


def left(span: timedelta, language: str) -> str | None:
    """How long that still is; None when it is past."""
    if span <= timedelta():
        return None
    return format_timedelta(span, threshold=1.5, locale=language)


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
