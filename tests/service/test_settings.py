"""The environment becomes settings, or a list of what is wrong with it."""

from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

from service import environment, settings
from service.settings import BadSettingsError, Settings

PRODUCTION = {
    "SECRET_KEY": "k" * 32,
    "BASE_URL": "https://moai.example",
    "SMTP_URL": "smtps://moai:canary-password@mail.example:465",
}
WRONG = {
    "MODE": "staging",
    "PORT": "70000",
    "BASE_URL": "moai.example",
    "SECRET_KEY": "short",
    "DATABASE_URL": "mysql://localhost/moai",
    "REDIS_URL": "amqp://localhost",
    "SMTP_URL": "mail.example:587",
    "MAIL_FROM": "nobody",
    "WEB_WORKERS": "many",
    "MAX_BODY": "0",
    "TRUSTED_PROXIES": "-1",
    "LOG_LEVEL": "loud",
}


def faults(given: dict[str, str]) -> list[str]:
    with pytest.raises(BadSettingsError) as caught:
        settings.read(given)
    return caught.value.faults


def test_an_empty_environment_is_production_and_names_all_that_it_lacks() -> None:
    missing = [fault.split()[0] for fault in faults({})]

    assert missing == ["BASE_URL", "SECRET_KEY", "SMTP_URL"]


@pytest.mark.parametrize("name", PRODUCTION)
def test_production_starts_with_its_three_settings_and_not_without_one(name: str) -> None:
    rest = {key: value for key, value in PRODUCTION.items() if key != name}

    assert settings.read(PRODUCTION).mode == "production"
    assert faults(rest)[0].startswith(f"{name} is missing; it should be ")


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_value_is_named_with_what_it_should_be(name: str) -> None:
    (row,) = [row for row in environment.TABLE if row.name == name]
    found = faults(PRODUCTION | {name: WRONG[name]})

    assert any(fault.startswith(f"{name}: ") and row.should_be in fault for fault in found)


@pytest.mark.parametrize("name", [name for name in WRONG if name != "MODE"])
def test_in_development_too_where_other_settings_follow_from_it(name: str, tmp_path: Path) -> None:
    found = faults({"MODE": "development", "DATA": str(tmp_path), name: WRONG[name]})

    assert [fault.split(":")[0] for fault in found] == [name]


def test_a_directory_that_cannot_be_written_is_named_where_a_secret_would_be_kept() -> None:
    (found,) = faults({"MODE": "development", "DATA": "/dev/null/moai"})

    assert found.startswith("DATA: '/dev/null/moai' cannot be written (")


def test_all_wrong_values_are_named_at_once() -> None:
    named = {fault.split(":")[0] for fault in faults(WRONG)}

    assert named >= set(WRONG) - {"MODE"}


def test_a_wrong_secret_is_not_repeated_in_its_fault() -> None:
    assert "canary" not in str(faults(PRODUCTION | {"SECRET_KEY": "canary"}))


def test_settings_do_not_show_their_secrets() -> None:
    shown = repr(settings.read(PRODUCTION))

    assert "canary-password" not in shown
    assert PRODUCTION["SECRET_KEY"] not in shown


def test_production_refuses_crash_points_and_development_does_not(tmp_path: Path) -> None:
    given = {"CRASH_POINTS": str(tmp_path)}
    read = settings.read({"MODE": "development", "DATA": str(tmp_path)} | given)

    assert faults(PRODUCTION | given) == ["CRASH_POINTS is for development alone: unset it"]
    assert (read.crash_points, settings.read(PRODUCTION).crash_points) == (str(tmp_path), "")


def test_settings_are_frozen() -> None:
    read = settings.read(PRODUCTION)

    with pytest.raises(FrozenInstanceError):
        read.port = 1  # type: ignore[misc]  # that it cannot be assigned is the point


def test_development_needs_nothing_and_keeps_its_secret(tmp_path: Path) -> None:
    given = {"MODE": "development", "DATA": str(tmp_path / "new")}
    first, second = settings.read(given), settings.read(given)

    assert first.secret_key == second.secret_key
    assert len(first.secret_key) >= 32
    assert (tmp_path / "new" / "secret_key").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_any_spelling_of_postgresql_gets_the_driver_we_ship(scheme: str) -> None:
    read = settings.read(PRODUCTION | {"DATABASE_URL": f"{scheme}://u:p@h/moai"})

    assert read.database_url == "postgresql+psycopg://u:p@h/moai"


def test_letters_come_from_the_service_s_own_host() -> None:
    assert settings.read(PRODUCTION).mail_from == "post@moai.example"


def test_table_and_object_hold_the_same_settings() -> None:
    assert {row.name.lower() for row in environment.TABLE} == {one.name for one in fields(Settings)}


def test_the_docs_page_is_the_table() -> None:
    written = Path(__file__).parents[2] / "docs" / "settings.md"

    assert written.read_text() == environment.page(), "run `make docs` and commit it"
