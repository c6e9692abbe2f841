"""Every answer has an id and its security headers; logs name routes and keep secrets."""

import json
import logging
from collections.abc import Iterator

import pytest
from flask import request
from flask.testing import FlaskClient

from service import logs
from tests.parts.site import MakeApp

EVERY_KIND = (
    "/",
    "/docs",
    "/openapi.yaml",
    "/healthz",
    "/readyz",
    "/metrics",
    "/static/moai.css",
    "/nowhere",
    "/api/v1/games",
    "/api/v1/nowhere",
    "/broken",
    "/api/broken",
)


@pytest.fixture
def fragile(make_app: MakeApp, sqlite_url: str) -> FlaskClient:
    """The service with two doors that break."""
    app = make_app(DATABASE_URL=sqlite_url)

    def broken() -> str:
        raise RuntimeError("canary-inside")

    app.add_url_rule("/broken", "broken", broken)
    app.add_url_rule("/api/broken", "api_broken", broken)
    app.add_url_rule("/letters/<token>", "letter", broken)
    return app.test_client()


@pytest.mark.parametrize("path", EVERY_KIND)
def test_every_answer_carries_the_security_headers(fragile: FlaskClient, path: str) -> None:
    with fragile.get(path) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]

    assert policy.startswith("default-src 'none'")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Robots-Tag"] == "noindex"
    assert headers["X-Request-ID"]


def test_what_may_be_stored_is_said_and_is_nothing_else(client: FlaskClient) -> None:
    assert client.get("/").headers["Cache-Control"] == "no-store"
    assert client.get("/api/v1/games").headers["Cache-Control"] == "private, no-cache"
    assert client.get("/api/v1/games/chess").headers["Cache-Control"] == "no-store"
    with client.get("/static/moai.css") as style:
        assert style.headers["Cache-Control"] == "public, max-age=3600"


def test_https_is_kept_where_the_service_is_reached_by_it(
    make_app: MakeApp, sqlite_url: str
) -> None:
    made = make_app(DATABASE_URL=sqlite_url, BASE_URL="https://moai.example")

    assert "max-age" in made.test_client().get("/").headers["Strict-Transport-Security"]


def test_a_proxy_s_request_id_is_kept_and_nonsense_is_not(client: FlaskClient) -> None:
    kept = client.get("/healthz", headers={"X-Request-ID": "abc-12345678"})
    replaced = client.get("/healthz", headers={"X-Request-ID": "<script>alert(1)</script>"})

    assert kept.headers["X-Request-ID"] == "abc-12345678"
    assert "script" not in replaced.headers["X-Request-ID"]


@pytest.mark.parametrize(("proxies", "seen"), [("0", "127.0.0.1"), ("1", "203.0.113.9")])
def test_a_forwarded_address_counts_only_behind_a_trusted_proxy(
    make_app: MakeApp, sqlite_url: str, proxies: str, seen: str
) -> None:
    made = make_app(DATABASE_URL=sqlite_url, TRUSTED_PROXIES=proxies)
    made.add_url_rule("/whoami", "whoami", lambda: request.remote_addr or "")

    answer = made.test_client().get("/whoami", headers={"X-Forwarded-For": "203.0.113.9"})

    assert answer.text == seen


@pytest.mark.parametrize("path", ["/", "/docs", "//docs", "/docs/", "/api/v1/games/", "/api/v1/no"])
def test_no_answer_repeats_the_host_it_was_asked_under(client: FlaskClient, path: str) -> None:
    answer = client.get(
        "/", headers={"Host": "evil.example"}, environ_overrides={"PATH_INFO": path}
    )

    assert "evil.example" not in answer.text
    assert "evil.example" not in str(answer.headers)


def test_a_log_line_is_json_and_names_the_route_and_the_request(
    fragile: FlaskClient, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure("info")
    answer = fragile.get("/letters/canary-token?canary-query=1")
    printed = capsys.readouterr().out
    lines = [json.loads(line) for line in printed.splitlines()]

    assert {line["request_id"] for line in lines} == {answer.headers["X-Request-ID"]}
    assert {line["route"] for line in lines} == {"/letters/<token>"}
    assert [line["event"] for line in lines] == ["failed", "answered"]
    assert "canary-token" not in printed
    assert "canary-query" not in printed


@pytest.mark.parametrize("name", ["secret_key", "Authorization", "smtp_url", "seat_token"])
def test_what_is_named_like_a_secret_is_not_written(name: str) -> None:
    line = logs.redact(None, "info", {"event": "said", name: "canary"})

    assert line == {"event": "said", name: "[redacted]"}


@pytest.fixture(autouse=True)
def _logging_left_as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield
    root.handlers, root.level = before, level
