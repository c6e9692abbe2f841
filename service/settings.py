"""The environment, read once into a frozen object; a bad one is named whole and ends the start."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from service import private
from service.environment import TABLE, Setting


class BadSettingsError(Exception):
    """Names every missing or wrong value at once, with what it should be."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("Moai Post cannot start:\n" + "\n".join(f"  {fault}" for fault in faults))
        self.faults = faults


@dataclass(frozen=True)
class Settings:
    mode: str
    data: Path
    host: str
    port: int
    base_url: str
    secret_key: str = field(repr=False)
    old_secret_keys: tuple[str, ...] = field(repr=False)
    backup_key: str = field(repr=False)
    database_url: str = field(repr=False)
    redis_url: str = field(repr=False)
    smtp_url: str = field(repr=False)
    mail_from: str
    bounce_domain: str
    inbox_host: str
    inbox_port: int
    security_contact: str
    security_policy: str
    web_workers: int
    queues: tuple[str, ...]
    grace: int
    max_body: int
    max_record: int
    trusted_proxies: int
    requests_per_token: int
    requests_per_address: int
    imports_per_hour: int
    openings_per_hour: int
    guests_per_day: int
    unasked_per_day: int
    letter_delay: int
    letter_pictures: bool
    log_level: str
    crash_points: str


def read(environment: Mapping[str, str]) -> Settings:
    """Settings from an environment, or every fault in it at once."""
    found: dict[str, object] = {}
    faults: list[str] = []
    for setting in TABLE:
        _read_one(setting, environment, found, faults)
    if faults:
        raise BadSettingsError(faults)
    values = {name.lower(): value for name, value in found.items()}
    return Settings(**values)  # type: ignore[arg-type]  # a test holds rows and fields equal


def _read_one(
    setting: Setting, environment: Mapping[str, str], found: dict[str, object], faults: list[str]
) -> None:
    given = environment.get(setting.name, "")
    if not given:
        _take_default(setting, found, faults)
        return
    if setting.development_only and found.get("MODE") != "development":
        faults.append(f"{setting.name} is for development alone: unset it")
        return
    try:
        found[setting.name] = setting.read(given)
    except ValueError:
        shown = "the given value" if setting.secret else repr(given)
        faults.append(f"{setting.name}: {shown} is wrong; it should be {setting.should_be}")


def _take_default(setting: Setting, found: dict[str, object], faults: list[str]) -> None:
    try:
        default = setting.default(found)
    except KeyError:
        return  # it follows from a setting whose fault is named already
    except OSError as fault:
        faults.append(_unwritable(found["DATA"], fault))
        return
    if default is None:
        faults.append(f"{setting.name} is missing; it should be {setting.should_be}")
    else:
        found[setting.name] = setting.read(default) if default else default


def _unwritable(data: object, fault: OSError) -> str:
    return (
        f"DATA: '{Path(str(data)).absolute()}' cannot be written ({fault.strerror}); "
        "it should be a directory in which this user may write"
    )


def read_or_exit(environment: Mapping[str, str]) -> Settings:
    """For the processes' entry points: a bad environment ends in a message, not a traceback."""
    try:
        return read(environment)
    except BadSettingsError as fault:
        sys.exit(str(fault))


def data_or_exit(settings: Settings) -> Path:
    """DATA, made if it is not there: for the processes that keep something in it."""
    try:
        private.demand_writable(settings.data)
    except OSError as fault:
        sys.exit(str(BadSettingsError([_unwritable(settings.data, fault)])))
    return settings.data
