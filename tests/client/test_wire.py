"""What is tried again and what is not, how long is waited, and what a refusal carries."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from moaipost import Patience, Problem, Service, Unreachable

Handler = Callable[[httpx.Request], httpx.Response]
BRIEF = {"status": "running", "entries": 1}


class Line:
    """A service that answers as told, request by request, and a clock that is only noted."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers, self.asked, self.slept = list(answers), list[httpx.Request](), list[float]()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def service(self, **words: Any) -> Service:
        http = httpx.Client(transport=httpx.MockTransport(self))
        return Service("https://moai.example", http=http, sleep=self.slept.append, **words)


def ok(body: Any = None, status: int = 200, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json=body if body is not None else {"items": []}, headers=named)


def refused(status: int, code: str, facts: Any = None, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    kind = {"Content-Type": "application/problem+json"}
    body = {"code": code, "title": "No.", "detail": "Not so.", "facts": facts or {}}
    return httpx.Response(status, json=body, headers=kind | named)


def test_a_question_is_asked_again_after_a_lost_connection() -> None:
    line = Line(httpx.ConnectError("gone"), httpx.ReadTimeout("late"), ok())

    found = line.service().games()

    assert found == []
    assert len(line.asked) == 3
    assert 0.5 <= line.slept[0] <= 1.0 <= line.slept[1] <= 2.0


def test_it_is_given_up_after_the_agreed_attempts() -> None:
    line = Line(*[httpx.ConnectError("gone")] * 4)

    with pytest.raises(Unreachable, match="does not answer"):
        line.service().games()

    assert len(line.asked) == 4


def test_a_submission_is_sent_again_with_the_same_key() -> None:
    line = Line(httpx.ReadTimeout("late"), ok({"match": {}}, 201))

    line.service().open({"game": "giants", "host": {"name": "Ann"}, "seats": [{"kind": "host"}]})

    keys = [request.headers["idempotency-key"] for request in line.asked]
    assert len(keys) == 2
    assert keys[0] == keys[1]


def test_what_has_no_key_is_sent_once() -> None:
    line = Line(httpx.ReadTimeout("late"))
    token = "i.WyJrN20ydnE5eHczaGp0NW5hIiwyLDFd.aaQxQA.3q2-7w"  # noqa: S105  # a made-up one

    with pytest.raises(Unreachable):
        line.service().invitation(token).accept()

    assert len(line.asked) == 1
    assert line.slept == []


@pytest.mark.parametrize("status", [429, 503])
def test_the_service_says_when_to_come_back(status: int) -> None:
    line = Line(refused(status, "too_many", retry_after="7"), ok())

    line.service().games()

    assert line.slept == [7.0]


def test_whoever_would_wait_too_long_is_told_at_once() -> None:
    line = Line(refused(429, "too_many", retry_after="3600"))

    with pytest.raises(Problem) as caught:
        line.service().games()

    assert (caught.value.code, caught.value.retry_after) == ("too_many", 3600.0)
    assert line.slept == []


def test_a_refusal_carries_code_facts_and_text() -> None:
    facts = {"turn": 4, "phase": "placement 1"}
    line = Line(refused(409, "stale", facts))

    with pytest.raises(Problem) as caught:
        line.service().match("m1")

    found = caught.value
    assert (found.status, found.code, found.facts) == (409, "stale", facts)
    assert (found.title, found.detail) == ("No.", "Not so.")
    assert len(line.asked) == 1


def test_an_answer_of_somebody_else_is_a_problem_too() -> None:
    """A proxy's page has no code, and is no crash."""
    line = Line(httpx.Response(404, text="<h1>nginx</h1>"))

    with pytest.raises(Problem) as caught:
        line.service().match("m1")

    assert (caught.value.status, caught.value.code) == (404, "unreadable")


def test_patience_can_be_had_in_another_measure() -> None:
    line = Line(httpx.ConnectError("gone"))

    with pytest.raises(Unreachable):
        line.service(patience=Patience(attempts=1)).games()

    assert len(line.asked) == 1


# --- looking again


def test_an_unchanged_match_costs_a_304_and_the_pause_that_was_asked_for() -> None:
    over = {**BRIEF, "status": "finished"}
    line = Line(
        ok(BRIEF, etag='"1-match"', retry_after="30"),
        httpx.Response(304, headers={"ETag": '"1-match"', "Retry-After": "30"}),
        ok(over, etag='"2-match"', retry_after="30"),
    )

    seen = list(line.service().stranger("m1").standings())

    assert [one["status"] for one in seen] == ["running", "finished"]
    assert [one.headers.get("if-none-match") for one in line.asked] == [
        None,
        '"1-match"',
        '"1-match"',
    ]
    assert line.slept == [30.0, 30.0]


def test_whose_turn_it_is_ends_the_wait() -> None:
    free = {"paused_at": None, "quarantined": False, "status": "running", "entries": 1}
    line = Line(
        ok({**free, "awaited": [2], "submitted": []}),
        ok({**free, "awaited": [0, 2], "submitted": [0]}),
        ok({**free, "awaited": [0], "submitted": [], "paused_at": "2026-03-01T12:00:00Z"}),
        ok({**free, "awaited": [0], "submitted": []}),
    )
    token = "s.WyJrN20ydnE5eHczaGp0NW5hIiwwLDFd.aaQxQA.3q2-7w"  # noqa: S105  # a made-up one

    found = line.service().seat(token).wait(pause=0.1)

    assert found["paused_at"] is None
    assert line.slept == [0.1, 0.1, 0.1]
