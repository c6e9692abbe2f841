"""How much mail anybody can cause: counted in the database, so that every process counts alike."""

import ipaddress
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from flask import current_app
from sqlalchemy.orm import Session

from engine.words import N_
from service import keys, mailboxes, players
from service.refusals import Refusal
from service.settings import Settings
from service.store import allowances
from service.store.database import writing
from service.store.matches import Match
from service.store.players import Player

EPOCH = datetime(2020, 1, 1, tzinfo=UTC)  # from which hours and days are counted
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
OPENINGS_PER_DAY = 3  # that one mailbox is asked to confirm, as long as it never has
KEY_CHANGES_PER_DAY = 24  # of one seat; each is an entry and a letter
TOLD_PER_DAY = 12  # times a day that a host may do what is told to the whole table
PROPOSED_PER_DAY = 3  # votes that one seat may ask of its table, each with a letter to the others
UNDOS_PER_DAY = 100  # steps that one seat takes back; each makes the log longer for good
TOLD_UNDOS_PER_DAY = 6  # of those, ones that a letter had told others of: each makes one more
ABSENCES_PER_DAY = 6
RENEWALS_PER_DAY = 6  # times that one person, seat or host has new links, each with a letter
RETRIES_PER_DAY = 6  # times that one person has a faulty address tried again
SAID_PER_HOUR = 60  # messages at a table, by one seat
LINK_PAUSE = timedelta(minutes=10)  # between two letters with the same key
LINKS_PER_DAY = 4
KEPT = timedelta(days=14)
IPV6_PREFIX = 64  # what one subscriber has


def _settings() -> Settings:
    settings: Settings = current_app.extensions["settings"]
    return settings


def _began(now: datetime, stretch: timedelta) -> datetime:
    """When the present hour or day began."""
    return now - (now - EPOCH) % stretch


def _spend(session: Session, what: str, stretch: timedelta, most: int, now: datetime) -> bool:
    return allowances.spend(session, what, _began(now, stretch), most)


def _too_many(stretch: timedelta, now: datetime, saying: str) -> Refusal:
    rest = _began(now, stretch) + stretch - now
    return Refusal("too_many", saying, retry_after=int(rest.total_seconds()) + 1)


@lru_cache(maxsize=4096)
def network(ip: str) -> str:
    """Whom an address on the network belongs to: itself, or its prefix where it has very many."""
    try:
        address = ipaddress.ip_address(ip)
    except ValueError:
        return ip
    address = getattr(address, "ipv4_mapped", None) or address  # as a socket of both kinds has it
    if address.version == 4:  # noqa: PLR2004  # the protocol's own number
        return str(address)
    return str(ipaddress.ip_network((address, IPV6_PREFIX), strict=False))


def hold_openings(session: Session, ip: str, now: datetime) -> None:
    """One at a time from one place; nothing is counted yet."""
    allowances.hold(session, _openings(ip), _began(now, HOUR))


def hold_key(session: Session, key_hash: str) -> None:
    """One opening at a time with one key, from wherever: by a row that nobody ever sees.

    It goes with the transaction that made it; until then nobody else can make it.
    """
    made = allowances.hold(session, f"key:{key_hash}", EPOCH)
    if made is not None:
        session.delete(made)
        session.flush()


def _openings(ip: str) -> str:
    return f"open:{network_hash(ip)}"


def network_hash(ip: str) -> str:
    """By which a network is known again, and by nobody who has the database alone."""
    return keys.fingerprint("ip", network(ip).encode())


def demand_opening(session: Session, ip: str, now: datetime) -> None:
    """Matches opened from one place in an hour."""
    if not _spend(session, _openings(ip), HOUR, _settings().openings_per_hour, now):
        raise _too_many(HOUR, now, N_("Too many matches were opened from here in this hour."))


def demand_import(session: Session, ip: str, now: datetime) -> None:
    """Records brought in from one place in an hour, good ones and bad: each is work to check."""
    what = f"import:{network_hash(ip)}"
    if not _spend(session, what, HOUR, _settings().imports_per_hour, now):
        raise _too_many(HOUR, now, N_("Too many records were brought in from here in this hour."))


def hold_import(session: Session, match_id: str, now: datetime) -> None:
    """One record of a match at a time: whoever comes second finds what the first has kept."""
    allowances.hold(session, f"importing:{match_id}", _began(now, DAY))


def demand_guests(session: Session, row: Match, count: int, now: datetime) -> None:
    """Invitations that one host causes in a day, however its address is spelt."""
    before = f"guests:{row.host_id}"  # what earlier releases counted by
    address = session.get_one(Player, row.host_id).address
    what = before if address is None else _counted("guests", address)
    for _ in range(count):
        if not _spend_after(session, before, what, _settings().guests_per_day, now):
            raise _too_many(DAY, now, N_("You have invited as many people as one host may today."))


def demand_telling(session: Session, row: Match, now: datetime) -> None:
    """What a host does to a whole table, each time with a letter to everyone at it."""
    if not _spend(session, f"told:{row.id}", DAY, TOLD_PER_DAY, now):
        raise _too_many(DAY, now, N_("The players of this match have had enough letters today."))


def demand_key_change(session: Session, row: Match, seat: int, now: datetime) -> None:
    """What is taken back is never refused by a count."""
    if not _spend(session, f"keys:{row.id}:{seat}", DAY, KEY_CHANGES_PER_DAY, now):
        raise _too_many(DAY, now, N_("This seat has changed its keys too often today."))


def demand_proposing(session: Session, row: Match, seat: int, now: datetime) -> None:
    """What a seat asks of its table; counted apart, so that nobody uses up the host's tellings."""
    if not _spend(session, f"proposed:{row.id}:{seat}", DAY, PROPOSED_PER_DAY, now):
        raise _too_many(DAY, now, N_("This seat has proposed enough today."))


def demand_undo(session: Session, row: Match, seat: int, now: datetime, *, told: bool) -> None:
    """A slip of the finger is mended freely; what others have a letter of, a few times."""
    if not all(_spend(session, what, DAY, most, now) for what, most in _undos(row, seat, told)):
        raise _too_many(DAY, now, N_("This seat has taken back enough steps today."))


def may_undo(session: Session, row: Match, seat: int, now: datetime, *, told: bool) -> bool:
    """The same for who only looks."""
    began = _began(now, DAY)
    return all(
        allowances.used(session, what, began) < most for what, most in _undos(row, seat, told)
    )


def _undos(row: Match, seat: int, told: bool) -> list[tuple[str, int]]:  # noqa: FBT001  # passed on
    what = f"undone:{row.id}:{seat}"
    all_of_them = [(what, UNDOS_PER_DAY)]
    return [*all_of_them, (f"{what}:told", TOLD_UNDOS_PER_DAY)] if told else all_of_them


def demand_renewal(session: Session, whose: str, now: datetime) -> None:
    """New links, counted by whose they are: who has found one cannot use up another's."""
    if not _spend(session, f"links:{whose}", DAY, RENEWALS_PER_DAY, now):
        raise _too_many(DAY, now, N_("These links were replaced often enough today."))


def demand_absence(session: Session, player: Player, now: datetime) -> None:
    """Absences that one player declares in a day, each with a letter to everyone it plays with."""
    if not _spend(session, f"absences:{player.id}", DAY, ABSENCES_PER_DAY, now):
        raise _too_many(DAY, now, N_("You have declared as many absences as one may in a day."))


def demand_talk(session: Session, row: Match, seat: int, holder: int, now: datetime) -> None:
    """Messages that one holder of a seat writes in an hour."""
    if not _spend(session, f"talk:{row.id}:{seat}:{holder}", HOUR, SAID_PER_HOUR, now):
        raise _too_many(HOUR, now, N_("You have written as many messages as one may in an hour."))


def may_retry(session: Session, player: Player, now: datetime) -> bool:
    """Whether a faulty address may be tried once more: one may be made to fail for ever."""
    return _spend(session, f"retry:{player.id}", DAY, RETRIES_PER_DAY, now)


def retried_enough(now: datetime) -> Refusal:
    return _too_many(DAY, now, N_("Your address was tried again often enough today."))


def may_tell_of_failing(
    session: Session, row: Match, player: Player, what: str, now: datetime
) -> bool:
    """Whether a host is told today that a player's letters fail: who gets them can make them."""
    return _spend(session, f"failing:{row.id}:{player.id}:{what}", DAY, 1, now)


def may_ask_for_link(
    session: Session, row: Match, seat: int, generation: int, now: datetime
) -> bool:
    """Whether one more letter may bring a seat's own link to its holder."""
    return _may_send_key(session, f"link:{row.id}:{seat}:{generation}", now)


def may_ask_for_page(session: Session, player: Player, now: datetime) -> bool:
    """The same for the link of a person's own page, over all seats that it is asked from."""
    return _may_send_key(session, f"page:{player.id}:{player.generation}", now)


def _may_send_key(session: Session, what: str, now: datetime) -> bool:
    return _spend(session, f"{what}:soon", LINK_PAUSE, 1, now) and _spend(
        session, what, DAY, LINKS_PER_DAY, now
    )


def unwelcome(session: Session, player: Player, now: datetime) -> str | None:
    """Why a letter that nobody asked for must not leave, if so. The host is never told."""
    return _unwanted(session, player) or _unasked(session, player, now)


def unwelcome_opening(session: Session, host: Player, now: datetime, *, own: bool) -> str | None:
    """The same for the letter that asks a host to confirm, which whoever names it can cause.

    Who has ever answered one of our letters is kept from opening neither by what strangers have
    spent of the smaller count nor, where it opens with its `own` token, by any count at all.
    """
    unwanted = _unwanted(session, host)
    if unwanted or own:
        return unwanted
    if host.confirmed_at is None:
        what = _counted("unconfirmed", str(host.address))
        if not _spend(session, what, DAY, OPENINGS_PER_DAY, now):
            return "limit"
    return _unasked(session, host, now)


def _unwanted(session: Session, player: Player) -> str | None:
    if player.address is None:
        return "no address"
    return "blocked" if players.blocked(session, player.address) else None


def _unasked(session: Session, player: Player, now: datetime) -> str | None:
    address, most = str(player.address), _settings().unasked_per_day
    what = _counted("unasked", address)
    before = f"unasked:{players.fingerprint(address)}"
    return None if _spend_after(session, before, what, most, now) else "limit"


def _counted(what: str, address: str) -> str:
    return f"{what}:{players.fingerprint(mailboxes.counted(address))}"


def _spend_after(session: Session, before: str, what: str, most: int, now: datetime) -> bool:
    """What an earlier release counted today counts on, where it knew the same by another name."""
    used = 0 if before == what else allowances.used(session, before, _began(now, DAY))
    return _spend(session, what, DAY, most - used, now)


def forget(now: datetime) -> int:
    """For the sweep: counts long over are nobody's business any more."""
    with writing() as session:
        return allowances.forget(session, now - KEPT)
