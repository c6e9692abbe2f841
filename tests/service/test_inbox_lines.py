"""Lines to the inbox: no caller has all of them, or one for ever; raw sockets, as strangers use."""

import smtplib
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
from flask import Flask

from service.inbox import line as bounds
from tests.parts import tables
from tests.parts.inbox import Inbox, report, return_address, sent
from tests.parts.site import wait_for

STRANGER, OTHER = "127.0.0.66", "127.0.0.7"  # all of 127/8 is this machine


@pytest.fixture
def back(inbox: Inbox, returning_app: Flask) -> str:
    """The return address of a letter that has left."""
    tables.lay("m1", "rapa-nui", ("Anna", "Bruno"), start=False)
    return return_address(returning_app, sent())


def ring(inbox: Inbox, caller: str) -> tuple[socket.socket, bytes]:
    """A call from an address, and the first words that answer it."""
    made = socket.create_connection(("127.0.0.1", inbox.port), 30, source_address=(caller, 0))
    return made, made.recv(200)


@contextmanager
def crowd(inbox: Inbox, caller: str, count: int) -> Iterator[list[bytes]]:
    """So many lines open at once, from one address."""
    with ExitStack() as stack:
        said = []
        for _ in range(count):
            made, words = ring(inbox, caller)
            stack.enter_context(made)
            said.append(words[:3])
        yield said


def bring(inbox: Inbox, to: str, caller: str = OTHER) -> int:
    with smtplib.SMTP("127.0.0.1", inbox.port, timeout=30, source_address=(caller, 0)) as line:
        line.ehlo("mx.players.example")
        line.mail("")
        line.rcpt(to)
        return line.data(report(to))[0]


def test_one_caller_cannot_take_all_lines(inbox: Inbox, back: str) -> None:
    with crowd(inbox, STRANGER, 60) as said:
        taken = bring(inbox, back)

    assert said == [b"220"] * 20 + [b"421"] * 40
    assert taken == 250


def test_control_without_a_share_one_caller_keeps_all_others_out(
    inbox: Inbox, back: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "MOST_LINES_A_PEER", 1000)
    with crowd(inbox, STRANGER, 60), pytest.raises(smtplib.SMTPConnectError) as refused:
        bring(inbox, back)

    assert refused.value.smtp_code == 421


def test_a_line_that_ends_is_free_again_for_the_same_caller(inbox: Inbox) -> None:
    with crowd(inbox, STRANGER, 21) as said:
        assert said[-1] == b"421"

    def again() -> bool:
        made, words = ring(inbox, STRANGER)
        made.close()
        return words.startswith(b"220")

    wait_for(again, "a line is free again", 10)


def test_many_callers_together_have_no_more_than_all_lines(
    inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "MOST_LINES", 6)
    with ExitStack() as stack:
        said = [
            one
            for number in range(4)
            for one in stack.enter_context(crowd(inbox, f"127.0.1.{number + 1}", 2))
        ]

    assert said == [b"220"] * 6 + [b"421"] * 2


def held(inbox: Inbox, keep_alive: Callable[[socket.socket], None]) -> float:
    """Seconds until the inbox hangs up on who does this again and again; 8 at most."""
    made, _ = ring(inbox, STRANGER)
    began = time.monotonic()
    with made:
        made.settimeout(0.2)
        while time.monotonic() - began < 8:
            try:
                keep_alive(made)
                if made.recv(1000) == b"":
                    break
            except TimeoutError:
                continue
            except OSError:
                break
    return time.monotonic() - began


def nothing(_: socket.socket) -> None:
    return


def drip(line: socket.socket) -> None:
    """A command that has no end."""
    line.sendall(b"x")


def idle(line: socket.socket) -> None:
    """Commands that do nothing, each in time."""
    time.sleep(0.2)
    line.sendall(b"NOOP\r\n")


@pytest.mark.parametrize("way", [nothing, drip])
def test_who_gives_no_command_in_time_is_hung_up_on(
    inbox: Inbox, monkeypatch: pytest.MonkeyPatch, way: Callable[[socket.socket], None]
) -> None:
    monkeypatch.setattr(bounds, "SECONDS", 1.0)

    assert 0.5 < held(inbox, way) < 4


def test_who_drips_a_text_is_hung_up_on(
    inbox: Inbox, back: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "SECONDS", 1.0)
    begun: list[bool] = []

    def text(line: socket.socket) -> None:
        if not begun:
            head = f"EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<{back}>\r\nDATA\r\n"
            line.sendall(head.encode())
            begun.append(True)
        line.sendall(b"x\r\n")

    assert 0.5 < held(inbox, text) < 4


def test_who_keeps_a_line_busy_has_it_for_a_while_and_no_longer(
    inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "SECONDS_A_LINE", 1.0)
    monkeypatch.setattr(bounds, "CALLS", {"*": 1000})

    assert 0.5 < held(inbox, idle) < 4


def test_control_without_an_end_a_busy_line_is_never_free(
    inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "SECONDS_A_LINE", 1000.0)
    monkeypatch.setattr(bounds, "CALLS", {"*": 1000})

    assert held(inbox, idle) >= 8
