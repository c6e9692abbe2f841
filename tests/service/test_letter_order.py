"""Letters to one player of one match: the newer never before the older, whoever carries them."""

from datetime import timedelta
from email.message import EmailMessage

import pytest
from flask import Flask

from service import notices
from service.mail.outcomes import Outcome
from service.notices import Telling
from service.post import delivery, gathering, marking
from service.store import outbox
from service.store.database import writing
from service.store.letters import Letter
from service.store.matches import Match
from tests.parts import tables
from tests.parts.post_office import PostOffice
from tests.parts.tables import NOON, at


def laid() -> None:
    """A match whose first letters wait to be claimed."""
    tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
    gathering.gather("m1", NOON)


def pause() -> None:
    """Something new for everyone, which no letter in hand can take along."""
    with writing() as session:
        row = session.get_one(Match, "m1")
        row.paused_at = NOON
        notices.write(session, row, [Telling(seat, "paused", "pause:1") for seat in (0, 1)], NOON)
    gathering.gather("m1", NOON)


def to_bruno() -> list[Letter]:
    return [one for one in tables.letters() if one.player_id == "m1-Bruno"]


def in_hand() -> delivery.Claimed:
    claimed = delivery.claim(to_bruno()[0].id, NOON)
    assert claimed is not None
    return claimed


def test_a_letter_waits_while_an_older_one_is_in_hand(stored: Flask) -> None:
    laid()
    older = in_hand()
    pause()
    newer = to_bruno()[1].id

    early = delivery.claim(newer, NOON)
    marking.mark(older.letter, older.match, older.attempt, delivery.hand(older), NOON)

    assert early is None
    assert delivery.claim(newer, NOON) is not None


def test_nobody_waits_for_a_letter_to_somebody_else(stored: Flask) -> None:
    laid()
    in_hand()
    pause()

    (both,) = [one.id for one in tables.letters() if one.player_id == "m1-Anna"]
    assert delivery.claim(both, NOON) is not None


def test_a_letter_whose_carrier_is_gone_holds_nothing_up(stored: Flask) -> None:
    laid()
    in_hand()
    pause()
    after = NOON + delivery.LEASE + timedelta(seconds=1)

    assert delivery.claim(to_bruno()[1].id, after) is not None


def test_who_had_the_older_sends_what_waited_for_it(
    mailing: Flask, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_another_worker(monkeypatch)

    assert [tables.plain(one).count("paused") > 0 for one in to_anna(post_office)] == [False, True]


def test_control_a_letter_that_waits_for_none_arrives_first(
    mailing: Flask, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "overtakes", lambda *_: False)
    with_another_worker(monkeypatch)

    assert [tables.plain(one).count("paused") > 0 for one in to_anna(post_office)] == [True, False]


def with_another_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the first letter is handed over the match is paused, and another worker comes by."""
    laid()
    hand, already = delivery.hand, list[delivery.Claimed]()

    def handed(claimed: delivery.Claimed) -> Outcome:
        if not already:
            already.append(claimed)
            pause()
            delivery.deliver(at())
        return hand(claimed)

    monkeypatch.setattr(delivery, "hand", handed)
    delivery.deliver(at())


def to_anna(post_office: PostOffice) -> list[EmailMessage]:
    return [one for one in post_office.letters if "Anna" in one["To"]]
