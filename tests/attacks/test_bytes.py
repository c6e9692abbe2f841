"""Requests that are not well formed, at a real server: a refusal, and nothing behind it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.parts.lines import GET, LAST, POST, call, problem, rest, status, told
from tests.parts.site import Site, web

CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
BROKEN = [
    b"zz\r\n{}\r\n0\r\n\r\n",
    b"-2\r\n{}\r\n0\r\n\r\n",
    b"0x2\r\n{}\r\n0\r\n\r\n",
    b"\r\n{}\r\n0\r\n\r\n",
    b"2\r\n{}0\r\n\r\n",
    b"2\r\n{}XX0\r\n\r\n",
    b"ffffffffffffffff\r\n{}\r\n",
    b"2;\x00\r\n{}\r\n0\r\n\r\n",
    b"2;a=b\rc\r\n{}\r\n0\r\n\r\n",
    b"2\r\n{}\r\n0\r\nContent-Length: 3\r\n\r\n",
    b"2\r\n{}\r\n0\r\nno colon\r\n\r\n",
]
HEADS = [
    b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    b"Content-Length: -2\r\n\r\n{}",
    b"Content-Length: +2\r\n\r\n{}",
    b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n{}",
    b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
]
SECRET = b"/t/c2VjcmV0c2VjcmV0"


@pytest.fixture
def log(public: Site) -> Iterator[Path]:
    """A log that holds no fault when the test is over, and no path."""
    before = public.log.read_text()
    yield public.log
    new = public.log.read_text().removeprefix(before)
    assert "Traceback" not in new
    assert '"level": "error"' not in new
    assert SECRET.decode() not in new


@pytest.mark.usefixtures("log")
@pytest.mark.parametrize("body", BROKEN)
def test_broken_chunks_are_refused_and_nothing_behind_them_is_read(
    public: Site, body: bytes
) -> None:
    answer = told(public, CHUNKED + body + GET)

    assert (status(answer), problem(answer)["code"]) == (400, "malformed")
    assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.usefixtures("log")
@pytest.mark.parametrize("fields", HEADS)
def test_a_length_said_twice_or_not_at_all_is_refused(public: Site, fields: bytes) -> None:
    answer = told(public, POST + fields + GET)

    assert (status(answer), problem(answer)["code"]) == (400, "malformed")
    assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.usefixtures("log")
@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (b"GET " + SECRET + b" nonsense\r\n\r\n", 400),
        (b"GET " + SECRET + b"x" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414),
        (b"GET " + SECRET + b" HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 9000 + b"\r\n\r\n", 431),
        (b"GET " + SECRET + b" HTTP/1.1\r\n" + b"X: " + b"x" * 70_000, 431),
        (b"GET " + SECRET + b" HTTP/1.1\r\nHost: x\r\nExpect: cake\r\n\r\n", 417),
        (POST + b"Content-Length: 99999999\r\n\r\n{}", 413),
        (CHUNKED + b"7fffffff\r\n{}", 413),
        (POST + b"Transfer-Encoding: nonsense\r\n\r\n", 501),
    ],
)
def test_what_the_server_refuses_by_itself_is_a_problem_document(
    public: Site, said: bytes, expected: int
) -> None:
    answer = told(public, said)

    assert (status(answer), problem(answer)["status"]) == (expected, expected)
    assert problem(answer)["type"].startswith(f"http://127.0.0.1:{public.url.rpartition(':')[2]}/")
    assert SECRET not in answer


def test_control_gunicorns_own_worker_answers_broken_chunks_with_500(
    tmp_path: Path, sqlite_url: str
) -> None:
    given = {
        "MODE": "development",
        "DATA": str(tmp_path / "data"),
        "DATABASE_URL": sqlite_url,
        "REDIS_URL": f"redis+socket://{tmp_path}/none.sock",
        "WEB_WORKERS": "1",
    }
    with web(given, tmp_path / "log", config="tests.parts.stock") as stock:
        found = status(told(stock, CHUNKED + BROKEN[0] + LAST))

    assert found == 500


def test_a_body_in_chunks_is_the_same_as_a_body_in_one(public: Site) -> None:
    """With an extension and a trailer, which mean nothing here."""
    whole = told(public, POST + b'Connection: close\r\nContent-Length: 8\r\n\r\n{"a": 1}')
    cut = told(
        public,
        POST + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        b'3;x="y"\r\n{"a\r\n5\r\n": 1}\r\n0\r\nX-Sum: 1\r\n\r\n',
    )

    assert status(whole) == status(cut) == 400
    assert _told_alike(whole) == _told_alike(cut)


def _told_alike(answer: bytes) -> dict[str, object]:
    found: dict[str, object] = problem(answer)
    return {name: value for name, value in found.items() if name != "request_id"}


def test_requests_in_one_breath_are_answered_in_their_order(public: Site) -> None:
    missing = GET.replace(b"/api/v1/games", b"/nowhere")
    answers = told(public, GET + missing + POST + b"Content-Length: 2\r\n\r\n{}" + LAST)

    assert re.findall(rb"HTTP/1\.1 (\d+)", answers) == [b"200", b"404", b"400", b"200"]


def test_who_asks_whether_to_go_on_is_told_so_once(public: Site) -> None:
    with call(public, POST + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n") as line:
        first = line.recv(1000)
        line.sendall(b"{}")
        line.shutdown(1)
        later = rest(line)

    assert first == b"HTTP/1.1 100 Continue\r\n\r\n"
    assert status(later) == 400


def test_an_old_client_is_answered_and_let_go(public: Site) -> None:
    answer = told(public, b"GET /api/v1/games HTTP/1.0\r\n\r\n")

    assert answer.startswith(b"HTTP/1.0 200 OK\r\n")
    assert b"\r\nConnection: close\r\n" in answer
