"""Settings that work and are not safe: told when a process starts, and when asked for."""

import json
from pathlib import Path

import pytest

from service import cautions, settings
from tests.parts.site import MakeApp, web

SAFE = {
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyz",
    "BASE_URL": "https://moai.example",
    "SMTP_URL": "smtps://post.moai.example",
    "SECURITY_CONTACT": "security@moai.example",
}


def named(**changes: str) -> list[str]:
    return [one.setting for one in cautions.of(settings.read(SAFE | changes))]


def test_what_is_safe_needs_no_caution() -> None:
    assert named() == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BASE_URL", "http://moai.example"),
        ("BASE_URL", "http://192.0.2.7:8000"),
        ("BASE_URL", "http://localhost.moai.example"),
        ("BASE_URL", "http://127.0.0.1:8000"),
        ("BASE_URL", "https://localhost"),
        ("BASE_URL", "http://[::1]:8000"),
        ("SMTP_URL", "smtp://post.moai.example"),
        ("SECRET_KEY", "secret" * 6),
        ("SECURITY_CONTACT", ""),
    ],
)
def test_what_is_not_safe_is_named(name: str, value: str) -> None:
    assert named(**{name: value}) == [name]


@pytest.mark.parametrize(
    "url", ["smtp://127.0.0.1:25", "smtp://localhost", "smtp://u:p@post.moai.example:587"]
)
def test_a_mail_server_on_this_machine_or_with_a_password_needs_none(url: str) -> None:
    """A password is never shown without TLS, so without it no letter leaves."""
    assert named(SMTP_URL=url) == []


def test_a_former_key_counts_too() -> None:
    assert named(OLD_SECRET_KEYS="x" * 40) == ["SECRET_KEY"]


def test_development_is_told_of_none(tmp_path: Path) -> None:
    given = {"MODE": "development", "DATA": str(tmp_path), "BASE_URL": "http://moai.example"}

    assert cautions.of(settings.read(given)) == ()


def test_the_web_server_tells_them_when_it_starts_and_no_value_of_them(
    tmp_path: Path, sqlite_url: str
) -> None:
    given = SAFE | {"BASE_URL": "http://canary.example", "DATABASE_URL": sqlite_url}
    with web(given | {"DATA": str(tmp_path / "data")}, tmp_path / "log"):
        pass
    lines = (tmp_path / "log").read_text().splitlines()
    told = [json.loads(one) for one in lines if '"unsafe_setting"' in one]

    assert [(one["level"], one["setting"]) for one in told] == [("warning", "BASE_URL")]
    assert "canary" not in json.dumps(told)


def test_an_operator_may_ask_for_them(make_app: MakeApp, sqlite_url: str) -> None:
    unsafe = SAFE | {"MODE": "production", "BASE_URL": "http://moai.example"}
    made = {
        name: make_app(DATABASE_URL=sqlite_url, **values).test_cli_runner().invoke(args="cautions")
        for name, values in {"safe": SAFE | {"MODE": "production"}, "unsafe": unsafe}.items()
    }

    assert (made["safe"].exit_code, made["safe"].output) == (0, "")
    assert made["unsafe"].exit_code == 1
    assert made["unsafe"].output.startswith("BASE_URL: links and tokens travel without TLS")
