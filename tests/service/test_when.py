"""When a notice may be gathered: by policy, kind, time zone and deadline, and never a turn lost."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings, strategies as st

from service.post.policy import SWITCHABLE, Policy, Quiet
from service.post.when import NEWS, URGENT, Told, When, gathered, strike

ROME = ZoneInfo("Europe/Rome")
NOON = datetime(2026, 3, 2, 12, tzinfo=ROME)  # a Monday; clocks change on the 29th
ZONES = st.sampled_from(
    [
        ZoneInfo(name)
        for name in (
            "Europe/Rome",
            "America/New_York",
            "America/Havana",  # clocks change at midnight
            "Australia/Lord_Howe",  # by half an hour
            "Pacific/Chatham",
            "Pacific/Easter",
            "Asia/Kathmandu",
            "UTC",
        )
    ]
)
MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001  # hypothesis adds the zone
HOURS = st.integers(0, 23)
QUIETS = st.builds(Quiet, HOURS, HOURS)
POLICIES = st.builds(
    Policy,
    delay=st.integers(0, 1440),
    digest=st.none() | HOURS,
    quiet=st.none() | QUIETS,
    off=st.just(frozenset()),
)
KINDS = st.sampled_from(["your_turn", "reminder", "started", "ready", *SWITCHABLE, *NEWS, *URGENT])
SPANS = st.timedeltas(timedelta(minutes=1), timedelta(days=14))


def told(kind: str = "your_turn", hours: float | None = None) -> Told:
    """Told at noon; due so many hours later."""
    return Told(kind, NOON, None if hours is None else NOON + timedelta(hours=hours))


def rome(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 3, day, hour, minute, tzinfo=ROME)


def test_a_turn_waits_as_long_as_its_player_chose_and_news_five_times_as_long() -> None:
    policy = Policy(delay=2)

    assert gathered(told(), policy, ROME, NOON) == When(rome(2, 12, 2))
    assert gathered(told("resolved"), policy, ROME, NOON) == When(rome(2, 12, 10))


@pytest.mark.parametrize("kind", sorted(URGENT))
def test_what_is_urgent_waits_for_nothing(kind: str) -> None:
    policy = Policy(delay=600, digest=18, quiet=Quiet(8, 20))

    assert gathered(told(kind), policy, ROME, NOON) == When(NOON)


def test_a_digest_comes_when_its_hour_strikes_today_or_tomorrow() -> None:
    assert gathered(told(), Policy(2, digest=18), ROME, NOON) == When(rome(2, 18), digest=True)
    assert gathered(told(), Policy(2, digest=9), ROME, NOON) == When(rome(3, 9), digest=True)


def test_quiet_hours_hold_over_midnight() -> None:
    policy, night = Policy(0, quiet=Quiet(22, 7)), rome(2, 23)
    late = Told("your_turn", night)

    assert gathered(late, policy, ROME, night) == When(rome(3, 7))
    assert gathered(told(), policy, ROME, NOON) == When(NOON)


def test_a_digest_in_quiet_hours_comes_at_their_end_and_is_still_one() -> None:
    policy = Policy(0, digest=23, quiet=Quiet(22, 7))

    assert gathered(told(), policy, ROME, NOON) == When(rome(3, 7), digest=True)


def test_what_leaves_too_little_time_for_the_digest_comes_by_itself() -> None:
    """At nine on Tuesday 6 hours must be left: due at 15 they are, due at 14:59 they are not."""
    policy = Policy(2, digest=9)

    assert gathered(told(hours=27), policy, ROME, NOON) == When(rome(3, 9), digest=True)
    assert gathered(told(hours=26.98), policy, ROME, NOON) == When(rome(2, 12, 2))


def test_what_is_too_late_for_the_digest_may_still_wait_for_the_morning() -> None:
    night, due = rome(2, 23), rome(3, 23)
    policy = Policy(2, digest=18, quiet=Quiet(22, 7))

    assert gathered(Told("your_turn", night, due), policy, ROME, night) == When(rome(3, 7))


def test_a_turn_that_would_be_lost_breaks_quiet_hours() -> None:
    night, due = rome(2, 23), rome(3, 6)
    policy = Policy(2, quiet=Quiet(22, 7))

    assert gathered(Told("your_turn", night, due), policy, ROME, night) == When(rome(2, 23, 2))


def test_a_delay_takes_half_of_a_short_deadline_at_most() -> None:
    assert gathered(told(hours=1), Policy(240), ROME, NOON) == When(rome(2, 12, 30))


def test_policy_chosen_later_counts_from_when_it_was_told_and_never_back() -> None:
    later = NOON + timedelta(minutes=3)

    assert gathered(told(), Policy(2), ROME, later) == When(later)
    assert gathered(told(), Policy(10), ROME, later) == When(rome(2, 12, 10))


def test_an_hour_that_clocks_leave_out_strikes_with_the_next() -> None:
    """29 March 2026: from 2 to 3 at once in Rome."""
    assert strike(2, ROME, rome(28, 12)) == datetime(2026, 3, 29, 1, tzinfo=UTC)


def test_an_hour_that_clocks_strike_twice_counts_once() -> None:
    """25 October 2026: from 3 back to 2 in Rome, which is 0 and 1 in UTC."""
    first = datetime(2026, 10, 25, 0, tzinfo=UTC)

    assert strike(2, ROME, datetime(2026, 10, 24, 12, tzinfo=UTC)) == first
    assert strike(2, ROME, first + timedelta(minutes=1)) == datetime(2026, 10, 26, 1, tzinfo=UTC)


@given(KINDS, POLICIES, ZONES, MOMENTS, st.none() | SPANS)
@settings(deadline=None)
def test_never_before_now_nor_in_quiet_hours_but_for_a_deadline(
    kind: str, policy: Policy, zone: ZoneInfo, now: datetime, span: timedelta | None
) -> None:
    deadline = None if span is None else now + span
    found = gathered(Told(kind, now, deadline), policy, zone, now)

    assert found.at >= now
    quiet = policy.quiet is not None and policy.quiet.holds(found.at.astimezone(zone).hour)
    assert not quiet or kind in URGENT or deadline is not None
    assert deadline is None or found.at < deadline
    if deadline is None and kind not in URGENT:
        assert found.digest is (policy.digest is not None)
        assert found.at - now <= timedelta(days=3)


@given(POLICIES, ZONES, MOMENTS, SPANS)
@settings(deadline=None)
def test_a_deadline_leaves_six_hours_or_half_the_time(
    policy: Policy, zone: ZoneInfo, now: datetime, span: timedelta
) -> None:
    found = gathered(Told("your_turn", now, now + span), policy, zone, now)

    assert now + span - found.at >= min(timedelta(hours=6), span / 2) - timedelta(microseconds=1)


@given(KINDS.filter(lambda kind: kind not in URGENT), HOURS, ZONES, st.lists(MOMENTS, max_size=9))
@settings(deadline=None)
def test_all_that_happens_between_two_strikes_is_told_at_once(
    kind: str, hour: int, zone: ZoneInfo, moments: list[datetime]
) -> None:
    policy = Policy(5, digest=hour)
    struck = {moment: strike(hour, zone, moment) for moment in moments}
    found = {one: gathered(Told(kind, one), policy, zone, one).at for one in moments}

    assert found == struck
