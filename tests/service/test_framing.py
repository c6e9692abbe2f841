"""Where a request ends, however its bytes come."""

from http import HTTPStatus
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from service.framing import Arriving, RefusedError

LARGEST = 2_000
HEAD = b"POST / HTTP/1.1\r\nHost: x\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


def sized(body: bytes) -> bytes:
    return HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body


def chunked(parts: list[bytes], trailers: bytes = b"") -> bytes:
    framed = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts)
    return CHUNKED + framed + b"0\r\n" + trailers + b"\r\n"


bodies = st.binary(max_size=200)
requests = st.one_of(
    st.just(GET),
    bodies.map(sized),
    st.lists(st.binary(min_size=1, max_size=60), max_size=5).map(chunked),
    st.lists(st.binary(min_size=1, max_size=60), max_size=5).map(
        lambda parts: chunked(parts, b"X-Sum: 1\r\n")
    ),
)


def told(arriving: Arriving, data: bytes) -> int | None:
    arriving.held += data
    return arriving.end()


@given(requests, st.binary(max_size=40), st.lists(st.integers(0, 400), max_size=6))
def test_a_request_ends_at_its_last_byte_however_it_is_cut(
    request: bytes, after: bytes, cuts: list[int]
) -> None:
    arriving = Arriving(b"", LARGEST)
    places = [0, *sorted(min(cut, len(request) - 1) for cut in cuts), len(request) - 1]
    for start, stop in pairwise(places):
        assert told(arriving, request[start:stop]) is None
    assert told(arriving, request[-1:] + after) == len(request)
    assert not arriving.last


@pytest.mark.parametrize(
    "body",
    [
        b"zz\r\n",
        b"-1\r\n",
        b"+5\r\nhello\r\n0\r\n\r\n",
        b"0x5\r\nhello\r\n0\r\n\r\n",
        b"\r\n\r\n",
        b"5 \r\nhello\r\n0\r\n\r\n",
        b"fffffffff\r\n",
        b"5\r\nhello0\r\n\r\n",
        b"5\r\nhello!!0\r\n\r\n",
        b"5" * 9_000,
    ],
)
def test_chunks_that_are_none_are_refused(body: bytes) -> None:
    with pytest.raises(RefusedError) as refused:
        told(Arriving(b"", LARGEST), CHUNKED + body)

    assert refused.value.status is HTTPStatus.BAD_REQUEST


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (CHUNKED + b"ffff\r\n", HTTPStatus.REQUEST_ENTITY_TOO_LARGE),
        (CHUNKED + b"1\r\nx\r\n" * 3_000, HTTPStatus.REQUEST_ENTITY_TOO_LARGE),
        (CHUNKED + b"0\r\nX: " + b"x" * 9_000, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE),
        (HEAD + b"X: " + b"x" * 70_000, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE),
    ],
)
def test_what_is_too_long_is_not_waited_for(said: bytes, status: HTTPStatus) -> None:
    with pytest.raises(RefusedError) as refused:
        told(Arriving(b"", LARGEST), said)

    assert refused.value.status is status


@pytest.mark.parametrize(
    "fields",
    [
        b"Content-Length: 5\r\nTransfer-Encoding: chunked",
        b"Content-Length: 5\r\nContent-Length: 6",
        b"Content-Length: -5",
        b"Content-Length: 5, 5",
        b"Content-Length: " + b"9" * 5_000,
        b"Content-Length: 2001",
        b"Transfer-Encoding: gzip, chunked",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
    ],
)
def test_behind_a_doubtful_head_nothing_is_believed(fields: bytes) -> None:
    head = HEAD + fields + b"\r\n\r\n"
    arriving = Arriving(b"", LARGEST)

    assert told(arriving, head + b"hello" + GET) == len(head)
    assert arriving.last


@pytest.mark.parametrize(
    ("target", "path"), [(b"/healthz", b"/healthz"), (b"/readyz?x=1", b"/readyz"), (b"*", b"")]
)
def test_the_path_is_known_before_the_request_is_read(target: bytes, path: bytes) -> None:
    arriving = Arriving(b"GET " + target + b" HTTP/1.1\r\n", LARGEST)

    assert arriving.path() == path
