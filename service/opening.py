"""Opening a match: what a host asks for, checked whole, and its first rows."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from sqlalchemy.orm import Session

from engine.chance import commitment
from engine.errors import Refusal as Said, shown
from engine.game import Setup, Value
from engine.options import agreed
from engine.registry import BOTS, GAMES
from engine.words import N_
from service import (
    admission,
    invitations,
    keys,
    limits,
    mailboxes,
    names,
    notices,
    pacing,
    players,
    seating,
    starting,
    table,
    tokens,
    vault,
)
from service.admission import Admission
from service.calendars import WHOLE_DAY, Window
from service.notices import Telling
from service.pacing import Pace
from service.players import Person, wrong
from service.refusals import Refusal, say
from service.store import matches, substitutes
from service.store.database import writing
from service.store.matches import Match, Seat
from service.store.players import Player
from service.store.substitutes import Substitute

SEED_BYTES = 32
# Of a key that answers with tokens. So few different characters come of no chance: of 32
# hexadecimal digits fewer than 8 are different once in 28 million draws.
LEAST_KEY = 22
LEAST_DIFFERENT = 8
MOST_SUBSTITUTES = 4  # of a match, ever: each may come to be written to
BOT_NAMES = ("Haumaka", "Ira", "Raparenga", "Vakai", "Makemake", "Hotu")


@dataclass(frozen=True)
class HostSeat:
    """The host plays too."""


@dataclass(frozen=True)
class Guest:
    """Somebody to be invited."""

    person: Person


@dataclass(frozen=True)
class BotSeat:
    bot: str
    name: str | None = None


Chair: TypeAlias = HostSeat | Guest | BotSeat


@dataclass(frozen=True)
class Terms:
    """What is agreed on before anybody sits down."""

    game: str
    options: Mapping[str, Value]
    turn_hours: int
    sealed_hours: int
    cooling: int
    public: bool
    starts_alone: bool
    free_days: tuple[str, ...] = pacing.NO_FREE_DAYS
    window: Window = WHOLE_DAY
    patience: int = pacing.PATIENCE
    absence: str = pacing.ABSENCE

    @property
    def pace(self) -> Pace:
        return Pace(
            self.turn_hours,
            self.sealed_hours,
            self.free_days,
            self.window,
            self.patience,
            self.absence,
        )


@dataclass(frozen=True)
class Origin:
    """Where a request came from, and the secret key by which it may be repeated."""

    ip: str
    key: str | None = field(default=None, repr=False)
    body: bytes = field(default=b"", repr=False)


def open_match(
    terms: Terms,
    host: Person,
    chairs: Sequence[Chair],
    origin: Origin,
    now: datetime,
    beside: Sequence[Person] = (),
    by: tokens.Player | None = None,
) -> Admission:
    """One transaction. Nothing but the host's own letter leaves before the host has confirmed.

    Who stands `beside` the table would step in, and is written to once a seat falls free. `by` is
    who has shown to ask; a stranger may ask in anybody's name, and is answered alike.
    """
    _demand_secret(origin.key)
    setup = _agreed(terms, len(chairs))
    pacing.demand_playable(terms.pace)
    called = _names(terms.game, host, chairs)
    _demand_beside(host, chairs, called, beside)
    _demand_mailboxes(chairs, beside)
    with writing() as session:
        # Locked until the end: the same key sent twice at once, from anywhere, finds itself.
        limits.hold_openings(session, origin.ip, now)
        key_hash = _key_hash(origin)
        if key_hash is not None:
            limits.hold_key(session, key_hash)
        earlier = _earlier(session, origin, key_hash)
        if earlier is not None:
            return _again(session, earlier)
        limits.demand_opening(session, origin.ip, now)
        if by is not None:
            seating.demand_player(session, by)
        known = _people(session, host, chairs, beside, now)
        row = _match(terms, setup, known[None], now)
        row.opened_from = limits.network_hash(origin.ip)
        if key_hash is not None:
            row.key_hash, row.fingerprint = key_hash, _fingerprint(origin)
        session.add(row)
        session.flush()
        for number, chair in enumerate(chairs):
            session.add(_seat(row, number, chair, called[number], known))
        for one in beside:
            session.add(substitute(row, known[one.address], one.name, now))
        session.flush()
        return _admit_host(session, row, known[None], by, now)


# --- what was asked for


def _agreed(terms: Terms, seats: int) -> Setup:
    game = GAMES.get(terms.game)
    if game is None:
        wrong("game", "unknown_game", say(N_("There is no game “{game}”."), game=shown(terms.game)))
    try:
        return agreed(game.meta, Setup(seats, terms.options))
    except Said as said:
        raise table.worded(game, said) from said


def _names(game: str, host: Person, chairs: Sequence[Chair]) -> list[str]:
    """The seats' names, once no two seats are the same person or have the same name."""
    _demand_one_host(host, chairs)
    _demand_addresses(host, chairs)
    called: list[str] = []
    for number, chair in enumerate(chairs):
        if isinstance(chair, BotSeat):
            demand_bot(game, chair.bot, f"seats.{number}.bot")
        called.append(_name(host, chair, [*called, *_given(host, chairs)]))
    _demand_distinct(called)
    return called


def _given(host: Person, chairs: Sequence[Chair]) -> list[str]:
    return [name for chair in chairs if (name := _own_name(host, chair)) is not None]


def _own_name(host: Person, chair: Chair) -> str | None:
    if isinstance(chair, HostSeat):
        return host.name
    return chair.person.name if isinstance(chair, Guest) else chair.name


def _name(host: Person, chair: Chair, taken: list[str]) -> str:
    own = _own_name(host, chair)
    return own if own is not None else bot_name(taken)


def bot_name(taken: Sequence[str]) -> str:
    return next(name for name in BOT_NAMES if not names.alike(name, taken))


def _demand_one_host(host: Person, chairs: Sequence[Chair]) -> None:
    if sum(isinstance(chair, HostSeat) for chair in chairs) > 1:
        wrong("seats", "two_host_seats", N_("The host can hold one seat only."))
    if host.address is None and any(isinstance(chair, Guest) for chair in chairs):
        wrong("host.address", "no_address", N_("To invite people, give an address of your own."))
    if host.address is None and not any(isinstance(chair, HostSeat) for chair in chairs):
        wrong("seats", "nobody_plays", N_("Without an address, take one of the seats yourself."))


def _demand_addresses(host: Person, chairs: Sequence[Chair]) -> None:
    seen = {host.address}
    for number, chair in enumerate(chairs):
        if isinstance(chair, Guest):
            if chair.person.address in seen:
                where = f"seats.{number}.address"
                twice = N_("{field} stands twice; the host's own seat is of the kind host.")
                wrong(where, "same_address", say(twice, field=where))
            seen.add(chair.person.address)


def _demand_distinct(given: Sequence[str]) -> None:
    for number, name in enumerate(given):
        if names.alike(name, given[:number]):
            wrong(
                f"seats.{number}.name",
                "same_name",
                say(N_("Two seats are called “{name}”, or nearly so."), name=name),
            )


def _demand_beside(
    host: Person, chairs: Sequence[Chair], taken: Sequence[str], beside: Sequence[Person]
) -> None:
    """As guests: an address each, no two of them the same person or of the same name."""
    if host.address is None and beside:
        wrong("host.address", "no_address", N_("To invite people, give an address of your own."))
    seen = {chair.person.address for chair in chairs if isinstance(chair, Guest)} | {host.address}
    called = list(taken)
    for number, one in enumerate(beside):
        where = f"substitutes.{number}"
        if one.address in seen:
            twice = say(N_("{field} stands twice."), field=f"{where}.address")
            wrong(f"{where}.address", "same_address", twice)
        if names.alike(one.name, called):
            same = say(N_("Two people are called “{name}”, or nearly so."), name=one.name)
            wrong(f"{where}.name", "same_name", same)
        seen.add(one.address)
        called.append(one.name)


def _demand_mailboxes(chairs: Sequence[Chair], beside: Sequence[Person]) -> None:
    """No mailbox is written to by one match more often than any address."""
    places = [
        (f"seats.{number}.address", str(chair.person.address))
        for number, chair in enumerate(chairs)
        if isinstance(chair, Guest)
    ]
    places += [
        (f"substitutes.{number}.address", str(one.address)) for number, one in enumerate(beside)
    ]
    most = invitations.MOST_INVITATIONS
    for over in mailboxes.crowded((address for _, address in places), most):
        where = places[over][0]
        crowded = N_("{field} leads to the same mailbox as two other addresses here.")
        wrong(where, "same_mailbox", say(crowded, field=where))


def demand_bot(game: str, bot: str, where: str) -> None:
    if bot not in BOTS[game]:
        known = ", ".join(sorted(BOTS[game]))
        wrong(
            where,
            "unknown_bot",
            say(
                N_("There is no bot “{bot}” for this game; there are: {known}."),
                bot=bot,
                known=known,
            ),
        )


# --- rows


def _people(
    session: Session,
    host: Person,
    chairs: Sequence[Chair],
    beside: Sequence[Person],
    now: datetime,
) -> dict[str | None, Player]:
    """Players by address; the host also under None."""
    guests = [chair.person for chair in chairs if isinstance(chair, Guest)]
    found = players.found_or_made(session, [host, *guests, *beside], now)
    if host.address is None:
        return {None: players.made_without_address(session, host, now)}
    return {None: found[host.address]} | dict(found.items())


def _match(terms: Terms, setup: Setup, host: Player, now: datetime) -> Match:
    seed = secrets.token_bytes(SEED_BYTES)
    return Match(
        id=players.new_id(),
        game=terms.game,
        options=dict(setup.options),
        seats=setup.seats,
        status="unconfirmed",
        public=terms.public,
        starts_alone=terms.starts_alone,
        pace=pacing.written(terms.pace),
        cooling=terms.cooling,
        host_id=host.id,
        host_generation=1,
        seed=vault.seal(seed),
        seed_hash=commitment(seed),
        helped=[],
        created_at=now,
    )


def _seat(
    row: Match, number: int, chair: Chair, name: str, known: Mapping[str | None, Player]
) -> Seat:
    made = Seat(match_id=row.id, number=number, name=name, status="invited")
    if isinstance(chair, BotSeat):
        made.bot, made.status = chair.bot, "accepted"
        row.helped = [*row.helped, number]
    else:
        address = chair.person.address if isinstance(chair, Guest) else None
        made.player_id = known[address].id
    return made


def substitute(row: Match, player: Player, name: str, now: datetime) -> Substitute:
    return Substitute(
        match_id=row.id,
        player_id=player.id,
        name=name,
        status=substitutes.WAITING,
        created_at=now,
    )


def _admit_host(
    session: Session, row: Match, host: Player, by: tokens.Player | None, now: datetime
) -> Admission:
    if host.address is None:
        invitations.gather(session, row, host, now)
        starting.begin_if_ready(session, row, now)
        return admission.of_host(session, row, host)
    own = by == tokens.Player(host.id, host.generation)
    dropped = limits.unwelcome_opening(session, host, now, own=own)
    notices.tell_player(session, row, host.id, Telling(None, "confirm", "confirm:1"), now, dropped)
    return admission.nothing_yet(session, row)


# --- the same opening again


def _demand_secret(key: str | None) -> None:
    """Whoever sends it again is answered with tokens: it must be nothing that others come upon."""
    if key is not None and (len(key) < LEAST_KEY or len(set(key)) < LEAST_DIFFERENT):
        raise Refusal(
            "weak_key",
            say(
                N_(
                    "The Idempotency-Key of an opening is a secret: {least} characters or more, "
                    "drawn by chance, as uuidgen draws them."
                ),
                least=LEAST_KEY,
            ),
            least=LEAST_KEY,
        )


def _key_hash(origin: Origin) -> str | None:
    """By the key alone: who has it may come from anywhere, and who has it not from nowhere."""
    if origin.key is None:
        return None
    return keys.fingerprint("opening's key", origin.key.encode())


def _fingerprint(origin: Origin) -> str:
    return keys.fingerprint("opening", origin.body)


def _earlier(session: Session, origin: Origin, key_hash: str | None) -> Match | None:
    found = None if key_hash is None else matches.by_key(session, key_hash)
    if found is not None and found.fingerprint != _fingerprint(origin):
        raise Refusal("key_reused", N_("That Idempotency-Key came with another body before."))
    return found


def _again(session: Session, row: Match) -> Admission:
    host = session.get_one(Player, row.host_id)
    if host.address is None:
        return admission.of_host(session, row, host)
    return admission.nothing_yet(session, row)
