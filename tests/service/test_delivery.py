"""Delivery over a real mail server in every mood: what becomes of the letter, and of its copies."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask

from service import notices
from service.mail import senders
from service.mail.senders import Smtp, reason
from service.notices import Telling
from service.post import composing, delivery, gathering, marking, sweeping
from service.store.database import reading, writing
from service.store.letters import Letter
from service.store.matches import Match, Seat
from service.store.players import Player
from tests.parts import tables
from tests.parts.post_office import OK, PostOffice
from tests.parts.tables import NOON, at


def lone_letter() -> None:
    """A match in which only Bruno can be written to."""
    tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
    with writing() as session:
        session.get_one(Player, "m1-Anna").address = None


def bruno() -> Letter:
    return tables.letters()[0]


def seat_told() -> int:
    with reading() as session:
        return session.get_one(Seat, ("m1", 1)).told


def test_a_letter_is_sent_once_and_the_seat_was_told(
    posting: Flask, post_office: PostOffice
) -> None:
    lone_letter()
    for minute in range(1, 4):
        delivery.deliver(at(minute))

    assert list(post_office.copies().values()) == [1]
    assert (bruno().status, bruno().attempts, bruno().sent_at) == ("sent", 1, at(1)())
    assert seat_told() == 1


def test_one_connection_serves_many_letters(mailing: Flask, post_office: PostOffice) -> None:
    for number in range(3):
        tables.lay(f"m{number}")

    delivery.deliver(at())

    assert len(post_office.texts) == 9
    assert post_office.greetings <= 2  # smtplib greets twice on its one connection


def test_a_connection_that_was_dropped_meanwhile_is_made_again(
    mailing: Flask, post_office: PostOffice
) -> None:
    tables.lay("m0")
    delivery.deliver(at())
    post_office.stop()
    post_office.start()
    tables.lay("m1")

    delivery.deliver(at())

    assert len(post_office.texts) == 6
    assert {one.attempts for one in tables.letters("m1")} == {1}


def test_a_server_in_trouble_is_tried_again_later_with_the_reason_in_the_row(
    mailing: Flask, post_office: PostOffice
) -> None:
    lone_letter()
    post_office.moods[:] = ["451 try again", OK]
    delivery.deliver(at(1))
    waiting = bruno()
    delivery.deliver(at(1.1))
    delivery.deliver(at(3))

    assert (waiting.status, waiting.reason, waiting.unsure) == ("ready", "451 try again", 0)
    assert waiting.next_at is not None
    assert timedelta(seconds=20) < waiting.next_at - at(1)() < timedelta(seconds=40)
    assert (bruno().status, bruno().attempts, bruno().reason) == ("sent", 2, None)
    assert list(post_office.copies().values()) == [1]


def test_control_with_every_refusal_for_good_a_passing_trouble_costs_the_letter(
    mailing: Flask, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(senders, "PERMANENT", 400)
    lone_letter()
    post_office.moods[:] = ["451 busy", OK]
    for minute in (1, 5):
        delivery.deliver(at(minute))

    assert bruno().status == "dead"
    assert post_office.copies() == {}


def test_control_without_patience_a_server_that_is_away_costs_the_letter(
    mailing: Flask, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marking, "GIVE_UP", timedelta())
    lone_letter()
    post_office.stop()
    delivery.deliver(at(1))
    post_office.start()
    delivery.deliver(at(5))

    assert bruno().status == "dead"
    assert post_office.copies() == {}


def test_waiting_grows_to_an_hour_and_no_further() -> None:
    waits = [marking.backed_off(attempts) for attempts in range(1, 40)]

    assert waits[0] < timedelta(minutes=1)
    assert max(waits) <= timedelta(hours=1.25)
    assert min(waits[10:]) >= timedelta(hours=0.75)


@pytest.mark.parametrize("where", ["recipients", "moods"])
def test_a_refusal_for_good_is_a_dead_letter_and_the_host_is_told(
    posting: Flask, post_office: PostOffice, where: str
) -> None:
    tables.lay()
    answers = [OK, "550 5.1.1 <bruno.m1@players.example> no such user", OK]
    getattr(post_office, where)[:] = answers
    delivery.deliver(at(1))
    delivery.deliver(at(2))

    dead = tables.letters()[1]
    assert (dead.status, dead.reason) == ("dead", "550 5.1.1 no such user")
    with reading() as session:
        assert session.get_one(Player, "m1-Bruno").fault == "550 5.1.1 no such user"
    problem = tables.notices()[-1]
    assert (problem.kind, problem.player_id, problem.status) == ("problem", "m1-Anna", "posted")
    assert "A letter to Bruno was refused for good" in tables.plain(post_office.letters[-1])
    assert tables.Table("m1", ()).row().status == "running"


def invite_bruno(match_id: str) -> None:
    """To a match of Anna's that gathers; he is the same person in all of them."""
    tables.lay(match_id, "rapa-nui", ("Anna", "Bruno"), start=False)
    with writing() as session:
        session.get_one(Seat, (match_id, 1)).player_id = "m1-Bruno"
        row = session.get_one(Match, match_id)
        invited = Telling(1, "invitation", "invitation:1")
        notices.tell_player(session, row, "m1-Bruno", invited, NOON)


def test_after_a_refusal_for_good_no_match_writes_there_and_each_host_is_told_once(
    mailing: Flask, post_office: PostOffice
) -> None:
    invite_bruno("m1")
    post_office.recipients[:] = ["550 5.1.1 no such user", OK]
    delivery.deliver(at(1))
    invite_bruno("m2")
    for minute in (2, 3):
        delivery.deliver(at(minute))

    told = [one["To"].addresses[0].addr_spec for one in post_office.letters]
    assert sorted(told) == ["anna.m1@players.example", "anna.m2@players.example"]
    assert "Letters to Bruno come back, so none is sent." in tables.plain(post_office.letters[-1])


def test_a_server_that_refuses_our_own_sender_blames_no_address(
    mailing: Flask, post_office: PostOffice
) -> None:
    invite_bruno("m1")
    post_office.origins[:] = ["553 5.7.1 not your domain", OK]
    delivery.deliver(at(1))
    waiting = bruno()
    delivery.deliver(at(3))

    assert (waiting.status, waiting.reason) == ("ready", "553 5.7.1 not your domain")
    assert bruno().status == "sent"
    with reading() as session:
        assert session.get_one(Player, "m1-Bruno").fault is None


def test_a_connection_lost_before_the_text_costs_no_copy(
    mailing: Flask, post_office: PostOffice
) -> None:
    lone_letter()
    post_office.recipients[:] = ["hang_up_early", OK]
    delivery.deliver(at(1))
    lost = bruno()
    delivery.deliver(at(3))

    assert (lost.status, lost.unsure) == ("ready", 0)
    assert list(post_office.copies().values()) == [1]


def test_no_answer_after_the_text_means_once_more_and_never_again(
    posting: Flask, post_office: PostOffice
) -> None:
    tables.lay()
    post_office.moods[:] = [OK, "hang_up", OK, "hang_up", OK]
    for minute in (1, 3, 6, 60, 600):
        delivery.deliver(at(minute))

    unsure = tables.letters()[1]
    copies = [one for one in post_office.texts if b"Bruno <" in one]
    assert (unsure.status, unsure.attempts, unsure.unsure) == ("dead", 2, 2)
    assert len(copies) == 2
    assert copies[0] == copies[1]
    assert tables.notices()[-1].facts == {"problem": "letter_unsure", "seat": 1}


def test_control_without_the_limit_an_unsure_letter_comes_again_and_again(
    mailing: Flask, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marking, "MOST_UNSURE", 99)
    lone_letter()
    post_office.moods[:] = ["hang_up"]
    for minute in (1, 3, 6, 60, 600):
        delivery.deliver(at(minute))

    assert max(post_office.copies().values()) > 2


def test_a_definite_failure_between_two_doubtful_ones_costs_no_copy(
    mailing: Flask, post_office: PostOffice
) -> None:
    lone_letter()
    post_office.moods[:] = ["hang_up", "451 busy", "451 busy", OK]
    for minute in (1, 5, 20, 60, 600):
        delivery.deliver(at(minute))

    assert (bruno().status, bruno().attempts) == ("sent", 4)
    assert list(post_office.copies().values()) == [2]


def test_a_slow_server_is_waited_for(
    mailing: Flask, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.mail.smtp.SECONDS", 0.4)
    lone_letter()
    post_office.moods[:] = ["slow"]

    delivery.deliver(at())

    assert bruno().status == "sent"


def test_control_with_ordinary_patience_a_slow_server_costs_a_second_copy(
    mailing: Flask, post_office: PostOffice
) -> None:
    mailing.extensions["sender"] = Smtp(post_office.url, verdict_seconds=0.2)
    lone_letter()
    post_office.moods[:] = ["slow", OK]
    for minute in (1, 5):
        delivery.deliver(at(minute))

    assert list(post_office.copies().values()) == [2]


def test_a_server_that_is_down_is_asked_once_and_the_others_keep_their_place(
    mailing: Flask, post_office: PostOffice
) -> None:
    tables.lay()
    post_office.stop()

    delivery.deliver(at())

    assert sorted(one.attempts for one in tables.letters()) == [0, 0, 1]
    assert {one.status for one in tables.letters()} == {"ready"}


def test_after_four_days_a_letter_is_dead_and_the_address_is_not_to_blame(
    mailing: Flask, post_office: PostOffice
) -> None:
    lone_letter()
    post_office.moods[:] = ["451 never"]
    delivery.deliver(at(1))
    delivery.deliver(lambda: NOON + timedelta(days=5))

    assert (bruno().status, bruno().reason) == ("dead", "451 never")
    with reading() as session:
        assert session.get_one(Player, "m1-Bruno").fault is None


def test_a_letter_that_cannot_be_written_keeps_nobody_waiting(
    mailing: Flask, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = composing.compose

    def poisoned(session, row, player, *rest):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN002, ANN202
        if player.name == "Anna":
            raise ZeroDivisionError
        return whole(session, row, player, *rest)

    monkeypatch.setattr(composing, "compose", poisoned)
    tables.lay()
    for hour in range(1, 9):
        delivery.deliver(at(60 * hour))

    assert [one.status for one in tables.letters()] == ["dead", "sent", "sent"]
    assert tables.letters()[0].reason == "could not be written: ZeroDivisionError"


def test_many_workers_send_each_letter_once(posting: Flask, post_office: PostOffice) -> None:
    race(posting)

    assert len(post_office.texts) == 12
    assert set(post_office.copies().values()) == {1}


def test_control_workers_that_only_look_send_it_several_times(
    posting: Flask, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two pairs of eyes on a row that nobody marks as taken."""
    monkeypatch.setattr(delivery, "_is_due", lambda letter, _now: letter.status != "sent")
    monkeypatch.setattr(delivery, "hand", once_together(delivery.hand))

    race(posting)

    assert max(post_office.copies().values()) > 1


def once_together(hand: Callable[..., Any]) -> Callable[..., Any]:
    """Each worker's first letter leaves only when all four have one in their hands."""
    together, before = threading.Barrier(4), threading.local()

    def handed(claimed: Any) -> Any:
        if not hasattr(before, "met"):
            before.met = together.wait(30)
        return hand(claimed)

    return handed


def race(app: Flask) -> None:
    """Four workers with a connection each, who have all seen the same twelve letters waiting."""
    for number in range(4):
        tables.lay(f"m{number}")
    for number in range(4):
        gathering.gather(f"m{number}", at()())
    url = app.extensions["sender"]._url
    barrier = threading.Barrier(4)
    present = threading.local()
    app.extensions["sender"] = PerThread(lambda: Smtp(url), present)

    def work() -> None:
        with app.app_context():
            delivery.deliver(at())
            app.extensions["sender"].close()

    def seen_by_all(clock: delivery.Clock, match_id: str | None) -> list[int]:
        found = delivery._found(clock(), match_id)
        barrier.wait()
        return found

    workers = [threading.Thread(target=work) for _ in range(4)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(delivery, "_due", seen_by_all)
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()


class PerThread:
    """A sender of its own for each thread, as each process has one."""

    def __init__(self, make: Callable[[], Smtp], present: threading.local) -> None:
        self.make, self.present = make, present

    def hand(self, sender: str, recipient: str, text: bytes) -> object:
        if not hasattr(self.present, "smtp"):
            self.present.smtp = self.make()
        return self.present.smtp.hand(sender, recipient, text)

    def close(self) -> None:
        if hasattr(self.present, "smtp"):
            self.present.smtp.close()


def test_copies_are_kept_encrypted_and_forgotten_after_thirty_days(
    posting: Flask, post_office: PostOffice
) -> None:
    lone_letter()
    delivery.deliver(at())
    kept = bruno()
    early = sweeping.forget(NOON + timedelta(days=29))
    late = sweeping.forget(NOON + timedelta(days=31))

    assert kept.copy is not None
    assert b"Bruno" not in kept.copy
    assert tables.parsed(kept)["Message-ID"] == kept.message_id
    assert (early, late) == (0, 1)
    assert bruno().copy is None
    assert sweeping.forget(NOON + timedelta(days=99)) == 0


def test_without_a_mail_server_letters_stay_in_the_mailbox(
    writing_room: Flask,
) -> None:
    lone_letter()
    delivery.deliver(at())

    assert bruno().status == "sent"
    assert tables.parsed(bruno())["To"] == "Bruno <bruno.m1@players.example>"


def test_a_reason_names_no_address_and_has_one_line() -> None:
    said = reason(550, b"5.1.1 <ann@moai.example>:\r\n user ann@moai.example unknown\x07")

    assert said == "550 5.1.1 user unknown"


def test_no_address_and_no_link_is_logged(
    mailing: Flask, post_office: PostOffice, capsys: pytest.CaptureFixture[str]
) -> None:
    post_office.moods[:] = [OK, "451 later", "550 <x@players.example>", "hang_up"]
    tables.lay()
    delivery.deliver(at(1))
    delivery.deliver(at(5))

    said = capsys.readouterr().out
    assert "letter" in said
    assert "players.example" not in said
    assert "/t/" not in said
