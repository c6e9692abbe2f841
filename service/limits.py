"""How much mail anybody can cause: counted in the database, so that every process counts alike."""

import ipaddress
from datetime import UTC, datetime, timedelta

from flask import current_app
from sqlalchemy.orm import Session

from engine.words import N_
from service import keys, players
from service.refusals import Refusal
from service.settings import Settings
from service.store import allowances, players as players_
from service.store.database import writing
from service.store.matches import Match
from service.store.players import Player

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
TOLD_PER_DAY = 12  # times a day that a host may do what is told to the whole table
KEPT = timedelta(days=14)
IPV6_PREFIX = 64  # what one subscriber has


def _settings() -> Settings:
    settings: Settings = current_app.extensions["settings"]
    return settings


def _began(now: datetime, stretch: timedelta) -> datetime:
    """When the present hour or day began."""
    epoch = datetime(2020, 1, 1, tzinfo=UTC)
    return now - (now - epoch) % stretch


def _spend(session: Session, what: str, stretch: timedelta, most: int, now: datetime) -> bool:
    return allowances.spend(session, what, _began(now, stretch), most)


def _too_many(stretch: timedelta, now: datetime, saying: str) -> Refusal:
    rest = _began(now, stretch) + stretch - now
    return Refusal("too_many", saying, retry_after=int(rest.total_seconds()) + 1)


def network(ip: str) -> str:
    """Whom an address on the network belongs to: itself, or its prefix where it has very many."""
    try:
        address = ipaddress.ip_address(ip)
    except ValueError:
        return ip
    if address.version == 4:  # noqa: PLR2004  # the protocol's own number
        return str(address)
    return str(ipaddress.ip_network((address, IPV6_PREFIX), strict=False))


def hold_openings(session: Session, ip: str, now: datetime) -> None:
    """One at a time from one place; nothing is counted yet."""
    allowances.hold(session, _openings(ip), _began(now, HOUR))


def _openings(ip: str) -> str:
    return f"open:{keys.fingerprint('ip', network(ip).encode())}"


def demand_opening(session: Session, ip: str, now: datetime) -> None:
    """Matches opened from one place in an hour."""
    if not _spend(session, _openings(ip), HOUR, _settings().openings_per_hour, now):
        raise _too_many(HOUR, now, N_("Too many matches were opened from here in this hour."))


def demand_guests(session: Session, row: Match, count: int, now: datetime) -> None:
    """Invitations that one host causes in a day."""
    most = _settings().guests_per_day
    for _ in range(count):
        if not _spend(session, f"guests:{row.host_id}", DAY, most, now):
            raise _too_many(DAY, now, N_("You have invited as many people as one host may today."))


def demand_telling(session: Session, row: Match, now: datetime) -> None:
    """What a host does to a whole table, each time with a letter to everyone at it."""
    if not _spend(session, f"told:{row.id}", DAY, TOLD_PER_DAY, now):
        raise _too_many(DAY, now, N_("The players of this match have had enough letters today."))


def unwelcome(session: Session, player: Player, now: datetime) -> str | None:
    """Why a letter that nobody asked for must not leave, if so. The host is never told."""
    if player.address is None:
        return "no address"
    if players_.blocked(session, players.fingerprint(player.address)):
        return "blocked"
    what = f"unasked:{keys.fingerprint('address', _mailbox(player.address).encode())}"
    return None if _spend(session, what, DAY, _settings().unasked_per_day, now) else "limit"


def _mailbox(address: str) -> str:
    """All of ann+one@, ann+two@ … arrive in one place."""
    local, _, domain = address.rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def forget(now: datetime) -> int:
    """For the sweep: counts long over are nobody's business any more."""
    with writing() as session:
        return allowances.forget(session, now - KEPT)
