"""Settings that work and are not safe for others: told at the start, and as long as they hold."""

import ipaddress
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import structlog

from service.settings import Settings

LEAST_DIFFERENT = 10  # letters of a secret: any that was drawn at random has more

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Caution:
    """A setting, by name, and what is not safe about it; never its value."""

    setting: str
    why: str


def of(settings: Settings) -> tuple[Caution, ...]:
    """Development is for one machine, where none of it matters."""
    return () if settings.mode == "development" else tuple(_found(settings))


def tell(settings: Settings) -> None:
    """A line for each in the log of whichever process starts."""
    for one in of(settings):
        log.warning("unsafe_setting", setting=one.setting, why=one.why)


def _found(settings: Settings) -> Iterator[Caution]:
    base, post = urlsplit(settings.base_url), urlsplit(settings.smtp_url)
    if _here(base.hostname):
        yield Caution("BASE_URL", "links in letters lead to their reader's own machine")
    elif base.scheme == "http":
        yield Caution("BASE_URL", "links and tokens travel without TLS, open to whoever listens")
    # With a user, the password is not shown before there is TLS, and nothing is sent without it.
    if post.scheme == "smtp" and not post.username and not _here(post.hostname):
        yield Caution("SMTP_URL", "letters and their links may travel without TLS")
    if any(len(set(key)) < LEAST_DIFFERENT for key in _secrets(settings)):
        yield Caution("SECRET_KEY", "a key of so few different characters can be guessed")
    if not settings.security_contact:
        yield Caution("SECURITY_CONTACT", "nobody is named to whom faults could be told")


def _secrets(settings: Settings) -> tuple[str, ...]:
    return (settings.secret_key, *settings.old_secret_keys)


def _here(host: str | None) -> bool:
    """This machine, by a name or an address that never leads to another."""
    name = (host or "").rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
