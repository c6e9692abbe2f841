"""Moments in a reader's words: a day and an hour in its time zone, and how long that still is."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import format_date, format_timedelta


def said(at: datetime, time_zone: str, language: str) -> str:
    """A day and an hour in the reader's own time zone, which is named."""
    there = zone(time_zone)
    local = at.astimezone(there)
    return f"{day(local, language)}, {local:%H:%M} ({there.key})"


def short(at: datetime, time_zone: str, language: str) -> str:
    """A day and an hour where many stand one below the other."""
    local = at.astimezone(zone(time_zone))
    pattern = "d MMM y" if language == "en" else "medium"
    return f"{format_date(local, pattern, locale=language)}, {local:%H:%M}"


def day(local: date, language: str) -> str:
    """English has two orders of day and month; the other languages have one that babel knows."""
    return format_date(local, "EEEE, d MMMM y" if language == "en" else "full", locale=language)


def left(span: timedelta, language: str) -> str | None:
    """How long that still is; None when it is past."""
    if span <= timedelta():
        return None
    return format_timedelta(span, threshold=1.5, locale=language)


def zone(name: str) -> ZoneInfo:
    """A zone that is no longer known is not in anybody's way."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
