"""The inbox over real SMTP: what it takes, what it refuses, and what it survives."""

import os
import shutil
import signal
import socket
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from service import heartbeats, notices
from service.inbox import line as limits
from service.inbox.line import Pace
from service.notices import Telling
from service.post import delivery
from service.store.database import db, reading, writing
from service.store.matches import Match
from service.store.players import Player
from tests.parts import tables
from tests.parts.inbox import (
    DOMAIN,
    QMAIL,
    VACATION,
    Inbox,
    listened,
    report,
    return_address,
    sent,
    words,
)
from tests.parts.post_office import PostOffice
from tests.parts.servers import free_port
from tests.parts.site import process, wait_for
from tests.parts.tables import NOON, at

HELLO = b"EHLO mx.players.example\r\nMAIL FROM:<>\r\n"


@pytest.fixture
def back(inbox: Inbox, returning_app: Flask) -> str:
    """The return address of a letter that has left."""
    tables.lay("m1", "rapa-nui", ("Anna", "Bruno"), start=False)
    return return_address(returning_app, sent())


def state() -> tuple[str, str | None]:
    """Of the letter, and of its address."""
    with reading() as session:
        fault = session.get_one(Player, "m1-Bruno").fault
    return tables.letters()[0].status, fault


UNTOUCHED = ("sent", None)


def test_from_a_letter_to_its_bounce_to_the_host(
    inbox: Inbox, returning_app: Flask, post_office: PostOffice
) -> None:
    """A letter is sent; the mail system behind it writes a report to its envelope's sender."""
    tables.lay("m1", "rapa-nui", ("Anna", "Bruno"), start=False)
    with writing() as session:
        row = session.get_one(Match, "m1")
        invited = Telling(1, "invitation", "invitation:1")
        notices.tell_player(session, row, "m1-Bruno", invited, NOON)
    delivery.deliver(at())
    sender = post_office.senders[-1]

    answer = inbox.bring(sender, report(sender))
    delivery.deliver(at(2))

    assert post_office.letters[0]["From"].addresses[0].addr_spec == "post@127.0.0.1"
    assert sender == return_address(returning_app, tables.letters()[0].id)
    assert answer[0] == 250
    assert state() == ("bounced", "550 5.1.1 Recipient address rejected: User unknown")
    told = post_office.letters[-1]
    assert told["To"].addresses[0].addr_spec == "anna.m1@players.example"
    assert "A letter to Bruno came back" in tables.plain(told)


def test_a_bounce_in_plain_words_is_taken(inbox: Inbox, back: str) -> None:
    assert inbox.bring(back, words(QMAIL))[0] == 250
    assert state() == ("bounced", "5.1.1")


@pytest.mark.parametrize("sender", ["", "bruno.m1@players.example"])
def test_a_holiday_note_is_taken_and_changes_nothing(inbox: Inbox, back: str, sender: str) -> None:
    assert inbox.bring(back, words(VACATION), sender)[0] == 250
    assert state() == UNTOUCHED


def test_a_delay_is_noted(inbox: Inbox, back: str) -> None:
    inbox.bring(back, report(back, "delayed", "4.4.1", "no answer"))

    assert state() == UNTOUCHED
    assert tables.letters()[0].reason == "4.4.1 no answer"


@pytest.mark.parametrize(
    "address",
    [
        "post@moai.example",
        "bounces@bounce.moai.example",
        f"bounces+1.{'0' * 20}@bounce.moai.example",
        "anna.m1@players.example",
        "anna.m1%players.example@bounce.moai.example",
        "@bounce.moai.example:anna.m1@players.example",
        '"bounces+1.0"@bounce.moai.example',
        "root",
    ],
)
def test_mail_for_anybody_else_is_refused_at_the_recipient(inbox: Inbox, address: str) -> None:
    """No open relay: nothing is ever passed on."""
    with inbox.line() as line:
        line.ehlo("mx.players.example")
        line.mail("")
        answer = line.rcpt(address)
        data = line.docmd("DATA")

    assert 500 <= answer[0] < 600
    assert data[0] == 503


def test_a_forged_return_address_flags_nobody(inbox: Inbox, back: str) -> None:
    forged = forge(back)

    assert inbox.bring(forged, report(forged))[0] == 550
    assert state() == UNTOUCHED


def test_control_without_the_signature_anybody_flags_anybody(
    inbox: Inbox, back: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.mail.returning.hmac.compare_digest", lambda *_: True)
    forged = forge(back)

    inbox.bring(forged, report(forged))

    assert state()[0] == "bounced"


def forge(address: str) -> str:
    """The same letter with a signature that is made up."""
    head, _, _ = address.partition(".")
    return f"{head}.{'0123456789' * 2}@{DOMAIN}"


def test_a_replayed_bounce_changes_nothing_more(inbox: Inbox, back: str) -> None:
    answers = [inbox.bring(back, report(back))[0] for _ in range(3)]

    assert answers == [250, 250, 250]
    assert [one.kind for one in tables.notices()].count("problem") == 1


def test_recipients_are_taken_one_at_a_time(inbox: Inbox, back: str, returning_app: Flask) -> None:
    other = return_address(returning_app, sent())
    with inbox.line() as line:
        line.ehlo("mx.players.example")
        line.mail("")
        answers = [line.rcpt(back)[0], line.rcpt(other)[0], line.rcpt(forge(back))[0]]
        line.data(report(back))

    assert answers == [250, 452, 550]
    assert [one.status for one in tables.letters()] == ["bounced", "sent"]


def test_without_its_database_it_refuses_as_ever_and_asks_to_come_again(
    returning_app: Flask, inbox: Inbox, back: str, tmp_path: Path
) -> None:
    path = Path(str(db.engine.url.database))
    db.session.remove()
    db.engine.dispose()
    shutil.move(path, tmp_path / "away")
    path.mkdir()  # a file that is only missing would be made anew
    away = inbox.bring(back, report(back))
    ignored = inbox.bring(back, words(VACATION))
    forged = inbox.bring(forge(back), report(back))
    path.rmdir()
    shutil.move(tmp_path / "away", path)

    again = inbox.bring(back, report(back))

    assert (away[0], ignored[0], forged[0], again[0]) == (451, 250, 550, 250)
    assert state()[0] == "bounced"


# --- hostile callers


def test_a_mail_too_large_is_refused_before_and_after_it_is_sent(inbox: Inbox, back: str) -> None:
    huge = report(back) + b"x" * 70 + b"\r\n" + (b"y" * 998 + b"\r\n") * 1100
    with inbox.line() as line:
        line.ehlo("mx.players.example")
        early = line.mail("", [f"SIZE={len(huge)}"])
        line.rset()
        line.mail("")
        line.rcpt(back)
        late = line.data(huge)

    assert (early[0], late[0]) == (552, 552)
    assert state() == UNTOUCHED


def test_a_text_without_an_end_is_hung_up_on(
    inbox: Inbox, back: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line that never ends would else lie in memory, however long."""
    monkeypatch.setattr(limits, "MOST_BYTES_A_LINE", 200_000)
    head = HELLO + f"RCPT TO:<{back}>\r\nDATA\r\n".encode()
    with socket.create_connection(("127.0.0.1", inbox.port), 30) as raw:
        raw.sendall(head)
        with pytest.raises(ConnectionError):
            for _ in range(10_000):
                raw.sendall(b"x" * 10_000)

    assert inbox.bring(forge(back), b"")[0] == 550
    assert state() == UNTOUCHED


def test_thousands_of_recipients_are_cut_short(inbox: Inbox, back: str) -> None:
    with socket.create_connection(("127.0.0.1", inbox.port), 30) as raw:
        raw.sendall(HELLO + b"RCPT TO:<x@y.example>\r\n" * 3000)
        said = b""
        try:
            while more := raw.recv(65536):
                said += more
        except ConnectionError:
            pass

    assert said.count(b"550 5.1.1") <= limits.CALLS["RCPT"]
    assert state() == UNTOUCHED


@pytest.mark.parametrize(
    "raw",
    [
        b"\r\n" * 200 + b"QUIT\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        bytes(range(256)) + b"\r\nQUIT\r\n",
        HELLO + b"RCPT TO:<" + b"(" * 400 + b"\r\nQUIT\r\n",
        HELLO + b"RCPT TO:<" + b"a" * 5000 + b"@y>\r\nQUIT\r\n",
        HELLO + b"RCPT TO:\r\nRCPT\r\nDATA\r\nQUIT\r\n",
        b"EHLO x\r\nAUTH PLAIN AGEAYg==\r\nSTARTTLS\r\nVRFY anna\r\nEXPN all\r\nHELP\r\nQUIT\r\n",
        b"MAIL FROM:<\xff\xfe>\r\nQUIT\r\n",
    ],
    ids=range(8),
)
def test_garbage_is_answered_or_hung_up_on_and_the_next_caller_is_served(
    inbox: Inbox, back: str, raw: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", inbox.port), 30) as line:
        line.sendall(raw)
        line.shutdown(socket.SHUT_WR)
        while line.recv(65536):
            pass

    assert inbox.bring(back, report(back))[0] == 250
    assert state()[0] == "bounced"


def test_too_many_lines_at_once_are_asked_to_come_again(
    inbox: Inbox, back: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_LINES", 2)
    held = [inbox.line() for _ in range(2)]
    with socket.create_connection(("127.0.0.1", inbox.port), 30) as third:
        busy = third.recv(100)
    for one in held:
        one.quit()
    wait_for(lambda: inbox.bring(forge(back), b"")[0] == 550, "a line is free again")

    assert busy.startswith(b"421")


def test_so_many_a_minute_and_no_more() -> None:
    clock = [0.0]
    pace = Pace(3, lambda: clock[0])
    first = [pace.spend() for _ in range(4)]
    clock[0] = 20.0  # a third of a minute brings one back

    assert first == [True, True, True, False]
    assert [pace.spend(), pace.spend()] == [True, False]


def test_no_address_and_no_text_is_logged(
    inbox: Inbox, back: str, capsys: pytest.CaptureFixture[str]
) -> None:
    inbox.bring(back, report(back))
    inbox.bring(forge(back), b"")
    inbox.bring(back, words(VACATION), "bruno.m1@players.example")

    said = capsys.readouterr().out
    assert "bounce_ignored" in said
    assert "@" not in said
    assert "players.example" not in said


# --- two of them, and one as a process


def test_two_inboxes_take_one_bounce_once(returning_app: Flask, inbox: Inbox, back: str) -> None:
    with listened(returning_app, free_port()) as second:
        answers = [one.bring(back, report(back))[0] for one in (inbox, second)]

    assert answers == [250, 250]
    assert [one.kind for one in tables.notices()].count("problem") == 1


def test_the_process_takes_a_bounce_gives_its_sign_and_ends_when_asked(
    returning_app: Flask, sqlite_url: str, tmp_path: Path
) -> None:
    tables.lay("m1", "rapa-nui", ("Anna", "Bruno"), start=False)
    letter = sent(sent_at=datetime.now(UTC))
    settings = returning_app.extensions["settings"]
    environment = {
        "MODE": "development",
        "DATA": str(settings.data),
        "DATABASE_URL": sqlite_url,
        "BOUNCE_DOMAIN": DOMAIN,
        "INBOX_PORT": str(free_port()),
    }
    address = return_address(returning_app, letter)
    there = Inbox(int(environment["INBOX_PORT"]))
    with process([sys.executable, "-m", "service.inbox"], environment, tmp_path / "log") as made:
        wait_for(lambda: "inbox" in heartbeats.latest(), "its sign of life")
        answer = there.bring(address, report(address))
        os.kill(made.pid, signal.SIGTERM)
        code = made.wait(30)

    assert (answer[0], code) == (250, 0)
    assert state()[0] == "bounced"
