"""Every setting, as one table: its name, what it should be, how it is read, its default."""

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from service import private, queues

LEAST_SECRET = 32
LONGEST_DOMAIN = 189  # what 254 leaves to the longest local part
DOMAIN = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")
TELEPHONE = re.compile(r"\+[0-9](-?[0-9])*")
URI = re.compile(r"[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]+")  # RFC 3986's letters
MODES = ("production", "development")
LEVELS = ("debug", "info", "warning", "error")
DATABASES = {"sqlite", "postgresql+psycopg"}
BROKERS = {"redis", "rediss", "redis+socket"}
HEAD = """\
# Settings

Read once from the environment when a process starts. A missing or wrong value is named with what it
should be, and the process ends. This page is written by `make docs` from `service/environment.py`.

| name | what it is | should be | default |
| --- | --- | --- | --- |"""


def _word(*allowed: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in allowed:
            raise ValueError(text)
        return text

    return read


def _yes_or_no(text: str) -> bool:
    return _word("yes", "no")(text) == "yes"


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        value = int(text)
        if not least <= value <= most:
            raise ValueError(text)
        return value

    return read


def _url(schemes: set[str], *, host: bool = True) -> Callable[[str], str]:
    def read(text: str) -> str:
        parts = urlsplit(text)
        if parts.scheme not in schemes or (host and not parts.hostname):
            raise ValueError(text)
        return text

    return read


def _base_url(text: str) -> str:
    parts = urlsplit(_url({"http", "https"})(text))
    if parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise ValueError(text)
    return text.rstrip("/")


def _database_url(text: str) -> str:
    # Hosts hand out postgres:// and postgresql://; SQLAlchemy wants its driver named.
    scheme, separator, rest = text.partition("://")
    if scheme in {"postgres", "postgresql"}:
        scheme = "postgresql+psycopg"
    if scheme not in DATABASES or not separator or not rest:
        raise ValueError(text)
    return f"{scheme}://{rest}"


def _secret(text: str) -> str:
    if len(text) < LEAST_SECRET:
        raise ValueError(text)
    return text


def _secrets(text: str) -> tuple[str, ...]:
    return tuple(_secret(part.strip()) for part in text.split(",") if part.strip())


def _address(text: str) -> str:
    local, _, domain = text.rpartition("@")
    if not local or not domain or not text.isprintable() or " " in text:
        raise ValueError(text)
    return text


def _contact(text: str) -> str:
    """A URI as security.txt wants it; a plain address becomes one."""
    if ":" not in text:
        text = f"mailto:{_address(text)}"
    scheme, _, rest = text.partition(":")
    if scheme == "mailto":
        _address(rest)
    elif scheme == "tel":
        if not TELEPHONE.fullmatch(rest):
            raise ValueError(text)
    else:
        _web_page(text)
    if not URI.fullmatch(text):
        raise ValueError(text)
    return text


def _web_page(text: str) -> str:
    if not URI.fullmatch(text):
        raise ValueError(text)
    return _url({"https"})(text)


def _domain(text: str) -> str:
    domain = text.lower()
    if len(domain) > LONGEST_DOMAIN or not DOMAIN.fullmatch(domain):
        raise ValueError(text)
    return domain


def _queues(text: str) -> tuple[str, ...]:
    chosen = [part.strip() for part in text.split(",")]
    if len(set(chosen)) < len(chosen) or not set(chosen) <= set(queues.ORDER):
        raise ValueError(text)
    return tuple(one for one in queues.ORDER if one in chosen)


@dataclass(frozen=True)
class Setting:
    """One row of the table: `default` sees what was read before it; None means required."""

    name: str
    what: str
    should_be: str
    read: Callable[[str], object]
    default: Callable[[Mapping[str, object]], str | None]
    default_text: str
    secret: bool = False
    development_only: bool = False


def _always(text: str) -> Callable[[Mapping[str, object]], str]:
    return lambda _: text


def _in_development(
    make: Callable[[Mapping[str, object]], str],
) -> Callable[[Mapping[str, object]], str | None]:
    return lambda found: make(found) if found.get("MODE") == "development" else None


def _unless_developing(text: str, developing: str) -> Callable[[Mapping[str, object]], str]:
    return lambda found: developing if found.get("MODE") == "development" else text


def _kept_secret(found: Mapping[str, object]) -> str:
    """A development secret that survives a restart, so that links keep working."""
    path = Path(str(found["DATA"])) / "secret_key"
    if not path.exists():
        private.directory(path.parent)
        private.file(path)
        path.write_text(secrets.token_urlsafe(48))
    return path.read_text()


def _sqlite_in(found: Mapping[str, object]) -> str:
    return f"sqlite:///{Path(str(found['DATA'])).absolute()}/moai.sqlite3"


def _post_at(found: Mapping[str, object]) -> str:
    return f"post@{urlsplit(str(found.get('BASE_URL', ''))).hostname or 'localhost'}"


TABLE = (
    Setting(
        "MODE",
        "How strict the service is. Only `make run` sets development.",
        "production or development",
        _word(*MODES),
        _always("production"),
        "`production`",
    ),
    Setting(
        "DATA",
        "The directory of everything kept on disk.",
        "a path",
        Path,
        _always("var"),
        "`var`",
    ),
    Setting(
        "HOST",
        "The address the web server listens on.",
        "an address or host name",
        str,
        _always("127.0.0.1"),
        "`127.0.0.1`",
    ),
    Setting(
        "PORT",
        "The port the web server listens on.",
        "a number from 1 to 65535",
        _number(1, 65535),
        _always("8000"),
        "`8000`",
    ),
    Setting(
        "BASE_URL",
        "Where people reach the service; every link starts with it.",
        "an http or https address without a path, as in https://moai.example",
        _base_url,
        _in_development(lambda found: f"http://127.0.0.1:{found['PORT']}"),
        "required; in development `http://127.0.0.1:PORT`",
    ),
    Setting(
        "SECRET_KEY",
        "Signs links and tokens.",
        f"at least {LEAST_SECRET} random characters",
        _secret,
        _in_development(_kept_secret),
        "required; in development made once and kept in `DATA/secret_key`",
        secret=True,
    ),
    Setting(
        "OLD_SECRET_KEYS",
        "Keys that SECRET_KEY has replaced: they still check and open, and no longer sign.",
        f"keys of at least {LEAST_SECRET} characters with commas between, the newest first",
        _secrets,
        _always(","),
        "none",
        secret=True,
    ),
    Setting(
        "BACKUP_KEY",
        "Encrypts backups, and opens those that it encrypted.",
        f"at least {LEAST_SECRET} random characters",
        _secret,
        _always(""),
        "none: backups are not encrypted",
        secret=True,
    ),
    Setting(
        "DATABASE_URL",
        "The database.",
        "sqlite:///… or postgresql://user:password@host/name",
        _database_url,
        _sqlite_in,
        "SQLite in `DATA/moai.sqlite3`",
        secret=True,
    ),
    Setting(
        "REDIS_URL",
        "The broker, Redis or Valkey.",
        "redis://…, rediss://… or redis+socket:///path",
        _url(BROKERS, host=False),
        _always("redis://127.0.0.1:6379/0"),
        "`redis://127.0.0.1:6379/0`; `make run` starts its own",
        secret=True,
    ),
    Setting(
        "SMTP_URL",
        "The mail server: `smtp://` (STARTTLS where offered) or `smtps://`.",
        "smtp://user:password@host:587 or smtps://user:password@host:465",
        _url({"smtp", "smtps"}),
        _in_development(_always("")),
        "required; in development letters go to a mailbox in `DATA`",
        secret=True,
    ),
    Setting(
        "MAIL_FROM",
        "The sender of every letter.",
        "an address, as in post@moai.example",
        _address,
        _post_at,
        "`post@` and the host of `BASE_URL`",
    ),
    Setting(
        "BOUNCE_DOMAIN",
        "Where letters that cannot be delivered come back to: each has a return address there.",
        "a domain whose mail reaches the inbox, as in bounce.moai.example",
        _domain,
        _always(""),
        "none: letters come back to `MAIL_FROM`, and the inbox is off",
    ),
    Setting(
        "INBOX_HOST",
        "The address the inbox listens on, over SMTP.",
        "an address or host name",
        str,
        _always("127.0.0.1"),
        "`127.0.0.1`",
    ),
    Setting(
        "INBOX_PORT",
        "The port the inbox listens on.",
        "a number from 1 to 65535",
        _number(1, 65535),
        _always("8025"),
        "`8025`",
    ),
    Setting(
        "SECURITY_CONTACT",
        "Whom to tell of a fault that others could use: in `/.well-known/security.txt`.",
        "an address, or a mailto:, tel: or https: URI",
        _contact,
        _always(""),
        "none: there is no `security.txt`",
    ),
    Setting(
        "SECURITY_POLICY",
        "A page that says how you deal with such reports: in `security.txt` too.",
        "an https address",
        _web_page,
        _always(""),
        "none",
    ),
    Setting(
        "WEB_WORKERS",
        "Web server processes.",
        "a number from 1 to 64",
        _number(1, 64),
        _always("2"),
        "`2`",
    ),
    Setting(
        "QUEUES",
        "Which queues a worker takes tasks from, always the most urgent first; other processes do"
        " not look at it. Each queue needs some worker that takes it.",
        f"some of {', '.join(queues.ORDER)}, each once, with commas between",
        _queues,
        _always(",".join(queues.ORDER)),
        "all of them",
    ),
    Setting(
        "GRACE",
        "How many seconds the web server gives to what it is answering when it stops or reloads. "
        "honcho kills after five whatever still runs.",
        "a number from 1 to 300",
        _number(1, 300),
        _always("4"),
        "`4`",
    ),
    Setting(
        "MAX_BODY",
        "The largest request body, in bytes.",
        "a number from 1024 to 16777216",
        _number(1024, 16_777_216),
        _always("65536"),
        "`65536`",
    ),
    Setting(
        "MAX_RECORD",
        "The largest request that brings a whole match's record, in bytes.",
        "a number from 1024 to 16777216",
        _number(1024, 16_777_216),
        _always("1048576"),
        "`1048576`",
    ),
    Setting(
        "TRUSTED_PROXIES",
        "How many proxies in front may set X-Forwarded-For and -Proto.",
        "a number from 0 to 9",
        _number(0, 9),
        _always("0"),
        "`0`",
    ),
    Setting(
        "REQUESTS_PER_TOKEN",
        "How many requests one token may make a minute, in each web server process.",
        "a number from 1 to 10000000",
        _number(1, 10_000_000),
        _unless_developing("600", "1000000"),
        "`600`; in development `1000000`",
    ),
    Setting(
        "REQUESTS_PER_ADDRESS",
        "How many requests one network address may make a minute, in each web server process.",
        "a number from 1 to 10000000",
        _number(1, 10_000_000),
        _unless_developing("3000", "1000000"),
        "`3000`; in development `1000000`",
    ),
    Setting(
        "IMPORTS_PER_HOUR",
        "How many records may be brought in from one network address an hour.",
        "a number from 1 to 1000000",
        _number(1, 1_000_000),
        _always("20"),
        "`20`",
    ),
    Setting(
        "OPENINGS_PER_HOUR",
        "How many matches may be opened from one network address an hour.",
        "a number from 1 to 1000000",
        _number(1, 1_000_000),
        _always("30"),
        "`30`",
    ),
    Setting(
        "GUESTS_PER_DAY",
        "How many invitations one host may send a day.",
        "a number from 1 to 1000000",
        _number(1, 1_000_000),
        _always("60"),
        "`60`",
    ),
    Setting(
        "UNASKED_PER_DAY",
        "How many letters that nobody asked for, invitations above all, one mailbox gets a day.",
        "a number from 1 to 1000000",
        _number(1, 1_000_000),
        _always("20"),
        "`20`",
    ),
    Setting(
        "LETTER_DELAY",
        "How many minutes a letter waits for more to tell, where its player has not chosen.",
        "a number from 0 to 1440",
        _number(0, 1440),
        _unless_developing("2", "0"),
        "`2`; in development `0`",
    ),
    Setting(
        "LETTER_PICTURES",
        "Whether letters show the table as a picture. One takes a core a fifth of a second to draw,"
        " and 100 kB to send and keep; without it a letter tells the same in words.",
        "`yes` or `no`",
        _yes_or_no,
        _always("yes"),
        "`yes`",
    ),
    Setting(
        "LOG_LEVEL",
        "The least severe line that is logged.",
        "one of " + ", ".join(LEVELS),
        _word(*LEVELS),
        _always("info"),
        "`info`",
    ),
    Setting(
        "CRASH_POINTS",
        "Where tests of faults ask for a crash: see `service/crash_points.py`.",
        "a path, and in production nothing",
        str,
        _always(""),
        "none",
        development_only=True,
    ),
)


def page() -> str:
    """The table for the docs; a test holds docs/settings.md to it."""
    rows = [
        f"| `{one.name}` | {one.what} | {one.should_be} | {one.default_text} |" for one in TABLE
    ]
    return "\n".join((HEAD, *rows)) + "\n"


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201  # `make docs` writes it to the file
