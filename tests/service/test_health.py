"""The operator's doors say what works, what is silent, and since when."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import embedded, health, heartbeats
from tests.parts.site import MakeApp, MakeSettings

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
LONG_AGO = NOON - timedelta(days=1)  # when the process started, unless a test is about that


def test_alive_needs_no_part(client: FlaskClient) -> None:
    answer = client.get("/healthz")

    assert (answer.status_code, answer.json) == (200, {"status": "ok"})


def test_ready_names_every_part_with_state_and_age(app: Flask, client: FlaskClient) -> None:
    app.extensions["started"] -= timedelta(minutes=1)
    answer = client.get("/readyz")

    assert answer.status_code == 200
    assert answer.json == {
        "status": "degraded",
        "parts": {
            "database": {"state": "ok", "age": 0.0},
            "broker": {"state": "down", "age": None},
            "worker": {"state": "silent", "age": None},
            "beat": {"state": "silent", "age": None},
            "mail": {"state": "ok", "age": 0.0},
            "inbox": {"state": "ok", "age": 0.0},
            "deadlines": {"state": "ok", "age": 0.0},
        },
    }


def test_ready_is_ok_when_every_part_has_shown_itself(
    stored: Flask, make_settings: MakeSettings, broker: embedded.Broker
) -> None:
    heartbeats.beat("worker", "one", NOON - timedelta(seconds=3))
    heartbeats.beat("beat", "one", NOON - timedelta(seconds=4))

    parts = health.parts(make_settings(REDIS_URL=broker.url), LONG_AGO, NOON)

    assert health.status(parts) == "ok"
    assert (parts["worker"].age, parts["beat"].age) == (3.0, 4.0)


def test_what_has_had_no_time_yet_to_give_a_sign_is_starting_and_not_missed(
    stored: Flask, make_settings: MakeSettings, broker: embedded.Broker
) -> None:
    """By the page: a worker, beat and the inbox have 35 s from the start, the mail server 95."""
    settings = make_settings(
        REDIS_URL=broker.url,
        SMTP_URL="smtp://mail.example",
        BOUNCE_DOMAIN="bounce.moai.example",
    )
    heartbeats.beat("worker", "of yesterday", LONG_AGO)

    def after(seconds: int) -> tuple[str, set[str]]:
        parts = health.parts(settings, NOON, NOON + timedelta(seconds=seconds))
        waited = {name for name, part in parts.items() if part.state == "starting"}
        return health.status(parts), waited

    assert after(0) == ("starting", {"worker", "beat", "mail", "inbox"})
    assert after(35) == ("starting", {"worker", "beat", "mail", "inbox"})
    assert after(36) == ("degraded", {"mail"})
    for kind in ("worker", "beat", "inbox"):
        heartbeats.beat(kind, "one", NOON + timedelta(seconds=5))
    assert after(30) == ("starting", {"mail"})
    heartbeats.beat("mail", "smtp", NOON + timedelta(seconds=31))
    assert after(32) == ("ok", set())


def test_a_start_hides_nothing_that_is_down(stored: Flask, make_settings: MakeSettings) -> None:
    parts = health.parts(make_settings(), NOON, NOON)

    assert (parts["broker"].state, health.status(parts)) == ("down", "degraded")


def test_a_service_that_has_just_started_is_not_degraded(
    app: Flask, make_settings: MakeSettings, broker: embedded.Broker
) -> None:
    settings = make_settings(REDIS_URL=broker.url, SMTP_URL="smtp://mail.example")
    app.extensions["settings"] = settings
    answer = app.test_client().get("/readyz").json

    assert answer is not None
    assert answer["status"] == "starting"
    assert answer["parts"]["mail"] == {"state": "starting", "age": None}


@pytest.mark.parametrize(("seconds", "state"), [(35, "ok"), (36, "silent")])
def test_a_worker_is_silent_after_three_missed_signs(
    stored: Flask, make_settings: MakeSettings, seconds: int, state: str
) -> None:
    heartbeats.beat("worker", "one", NOON - timedelta(seconds=seconds))

    part = health.parts(make_settings(), LONG_AGO, NOON)["worker"]

    assert (part.state, part.age) == (state, float(seconds))


def test_mail_is_ready_only_while_the_mail_server_has_greeted_lately(
    stored: Flask, make_settings: MakeSettings
) -> None:
    settings = make_settings(SMTP_URL="smtp://mail.example")
    never = health.parts(settings, LONG_AGO, NOON)["mail"]
    heartbeats.beat("mail", "smtp", NOON)

    assert never.state == "silent"
    assert health.parts(settings, LONG_AGO, NOON)["mail"].state == "ok"
    assert health.parts(settings, LONG_AGO, NOON + timedelta(minutes=2))["mail"].state == "silent"


def test_the_inbox_is_missed_only_where_there_is_a_domain_to_listen_for(
    stored: Flask, make_settings: MakeSettings
) -> None:
    settings = make_settings(BOUNCE_DOMAIN="bounce.moai.example")
    never = health.parts(settings, LONG_AGO, NOON)["inbox"]
    heartbeats.beat("inbox", "one", NOON)

    assert health.parts(make_settings(), LONG_AGO, NOON)["inbox"].state == "ok"
    assert never.state == "silent"
    assert health.parts(settings, LONG_AGO, NOON)["inbox"].state == "ok"
    assert health.parts(settings, LONG_AGO, NOON + timedelta(minutes=1))["inbox"].state == "silent"


def test_without_its_database_the_service_is_down(make_app: MakeApp, tmp_path: Path) -> None:
    """503, and nothing else of the document is missing."""
    there = tmp_path / "gone"
    there.mkdir()
    app = make_app(DATABASE_URL=f"sqlite:///{there}/moai.sqlite3")
    shutil.rmtree(there)

    answer = app.test_client().get("/readyz")

    assert answer.status_code == 503
    assert answer.json is not None
    assert answer.json["status"] == "down"
    assert answer.json["parts"]["database"] == {"state": "down", "age": None}


def test_an_unmigrated_database_is_no_database(empty_database_url: str, make_app: MakeApp) -> None:
    app = make_app(DATABASE_URL=empty_database_url)

    assert app.test_client().get("/readyz").status_code == 503


def test_figures_count_requests_by_template_and_show_the_parts(client: FlaskClient) -> None:
    client.get("/api/v1/games/giants")
    client.get("/nowhere/canary-token")

    figures = client.get("/metrics").text

    assert 'moai_requests_total{method="GET",route="/api/v1/games/<string:game>"' in figures
    assert 'moai_part_up{part="database"} 1.0' in figures
    assert 'moai_part_up{part="broker"} 0.0' in figures
    assert "canary-token" not in figures
