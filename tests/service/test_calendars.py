"""When allowed time has run: by hand, and against a second way of counting, minute by minute."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings, strategies as st

from service import calendars
from service.calendars import Calendar, Window

# Half and quarter hours, both hemispheres, two hours' change of the clock, midnight's change.
ZONES = (
    "UTC",
    "Europe/Rome",
    "America/New_York",
    "America/Havana",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Chatham",
    "Antarctica/Troll",
)
MINUTE = timedelta(minutes=1)


def at(text: str) -> datetime:
    """A moment in Rome."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("Europe/Rome"))


def rome(
    *free: int, window: Window = calendars.WHOLE_DAY, away: tuple[str, str] | None = None
) -> Calendar:
    spans = () if away is None else ((date.fromisoformat(away[0]), date.fromisoformat(away[1])),)
    return Calendar(ZoneInfo("Europe/Rome"), frozenset(free), window, spans)


@pytest.mark.parametrize(
    ("calendar", "start", "hours", "due"),
    [
        (rome(), "2026-03-02 12:00", 48, "2026-03-04 12:00"),
        # Friday noon, the weekend free: twelve hours on Friday, the rest on Monday.
        (rome(5, 6), "2026-03-06 12:00", 24, "2026-03-09 12:00"),
        # Begun on a free day: it counts from Monday's first minute.
        (rome(5, 6), "2026-03-07 15:00", 24, "2026-03-10 00:00"),
        # Eight to twenty-two: ten hours today, fourteen tomorrow.
        (rome(window=Window(8, 22)), "2026-03-02 12:00", 24, "2026-03-03 22:00"),
        # At night nothing runs until eight.
        (rome(window=Window(8, 22)), "2026-03-02 23:30", 1, "2026-03-03 09:00"),
        # Away from Tuesday to Thursday: half a day before it, half a day after.
        (
            rome(away=("2026-03-03", "2026-03-05")),
            "2026-03-02 12:00",
            24,
            "2026-03-06 12:00",
        ),
        # The clock goes on an hour in the night to 29 March: that day has 23 hours.
        (rome(5), "2026-03-29 00:00", 24, "2026-03-30 01:00"),
        # It goes back in the night to 25 October: that day has 25.
        (rome(5), "2026-10-25 00:00", 24, "2026-10-25 23:00"),
        # A window that the clock jumps over in part: from three only.
        (rome(window=Window(2, 6)), "2026-03-29 00:00", 3, "2026-03-29 06:00"),
        # And one that comes twice: from two to three there are two hours.
        (rome(window=Window(2, 6)), "2026-10-25 00:00", 5, "2026-10-25 06:00"),
    ],
)
def test_time_runs_on_the_players_own_days_and_hours(
    calendar: Calendar, start: str, hours: int, due: str
) -> None:
    assert calendars.due(calendar, at(start), timedelta(hours=hours)) == at(due)


def test_a_calendar_in_which_time_never_runs_still_ends() -> None:
    never = rome(*range(7))

    assert calendars.due(never, at("2026-03-02 12:00"), MINUTE) == at(
        "2026-03-02 12:00"
    ).astimezone(UTC) + timedelta(days=400)


def naive_runs(calendar: Calendar, minute: datetime) -> bool:
    """By the clock on the wall, told apart from the code: hour, day of the week, date."""
    clock = minute.astimezone(calendar.zone).timetuple()
    day = date(clock.tm_year, clock.tm_mon, clock.tm_mday)
    hours = range(calendar.window.start, calendar.window.end)
    away = any(first <= day and not last < day for first, last in calendar.away)
    return clock.tm_hour in hours and clock.tm_wday not in calendar.free_days and not away


def naive_due(calendar: Calendar, start: datetime, minutes: int) -> datetime:
    """Count minutes, one by one, until enough have run."""
    now = start
    while minutes:
        minutes -= naive_runs(calendar, now)
        now += MINUTE
    return now


@st.composite
def calendars_(draw: st.DrawFn) -> Calendar:
    free = draw(st.frozensets(st.integers(0, 6), max_size=5))
    start = draw(st.integers(0, 20))
    window = Window(start, draw(st.integers(start + 4, 24)))
    first = draw(st.dates(date(2026, 3, 20), date(2026, 4, 5)))
    away = draw(st.sampled_from([(), ((first, first + timedelta(days=2)),)]))
    return Calendar(ZoneInfo(draw(st.sampled_from(ZONES))), free, window, away)


# Round the nights in which clocks change, in spring and in autumn.
MOMENTS = st.one_of(
    st.integers(0, 20 * 24 * 60).map(lambda n: datetime(2026, 3, 6, tzinfo=UTC) + n * MINUTE),
    st.integers(0, 12 * 24 * 60).map(lambda n: datetime(2026, 10, 22, tzinfo=UTC) + n * MINUTE),
)


@settings(max_examples=60)
@given(calendars_(), MOMENTS, st.integers(1, 30 * 60))
def test_so_much_has_run_as_a_count_of_minutes_says(
    calendar: Calendar, start: datetime, minutes: int
) -> None:
    due = calendars.due(calendar, start, minutes * MINUTE)

    assert due == naive_due(calendar, start, minutes)
    assert calendars.ran(calendar, start, due) == minutes * MINUTE


@given(MOMENTS, st.sampled_from(ZONES))
def test_every_moment_lies_in_its_own_day(moment: datetime, name: str) -> None:
    zone = ZoneInfo(name)
    day = calendars.today(moment, zone)

    assert calendars.began(day, zone) <= moment < calendars.ended(day, zone)
