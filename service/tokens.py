"""Tokens: signed, scoped to one purpose, stateless to check; a row's generation revokes them."""

import base64
import binascii
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import timedelta
from functools import lru_cache
from typing import Any, ClassVar, TypeAlias

from itsdangerous import BadData, URLSafeTimedSerializer

from engine.words import N_
from service import keys
from service.refusals import Refusal, Saying, say


@dataclass(frozen=True)
class Host:
    """Opened the match, and runs it."""

    letter: ClassVar[str] = "h"
    lasts: ClassVar[timedelta] = timedelta(days=730)
    match: str
    generation: int


@dataclass(frozen=True)
class Invitation:
    """May take or leave one seat."""

    letter: ClassVar[str] = "i"
    lasts: ClassVar[timedelta] = timedelta(days=60)
    match: str
    seat: int
    generation: int


@dataclass(frozen=True)
class Seat:
    """Holds one seat for the whole match: for clients."""

    letter: ClassVar[str] = "s"
    lasts: ClassVar[timedelta] = timedelta(days=730)
    match: str
    seat: int
    generation: int


@dataclass(frozen=True)
class Turn:
    """Acts for one seat in one phase: in letters."""

    letter: ClassVar[str] = "t"
    lasts: ClassVar[timedelta] = timedelta(days=60)
    match: str
    seat: int
    generation: int
    phase: str


@dataclass(frozen=True)
class Voice:
    """Has one seat's say in one proposal to its table: in letters."""

    letter: ClassVar[str] = "v"
    lasts: ClassVar[timedelta] = timedelta(days=60)
    match: str
    seat: int
    generation: int
    proposal: int
    about: str = "handover"  # or a vote


@dataclass(frozen=True)
class Return:
    """Takes one seat back from the bot that plays for its holder: in letters."""

    letter: ClassVar[str] = "r"
    lasts: ClassVar[timedelta] = timedelta(days=365)
    match: str
    seat: int
    generation: int


@dataclass(frozen=True)
class Drop:
    """Drops what one seat has planned with the link of one phase: in letters."""

    letter: ClassVar[str] = "d"
    lasts: ClassVar[timedelta] = timedelta(days=60)
    match: str
    seat: int
    generation: int
    phase: str


@dataclass(frozen=True)
class Player:
    """A person, over all matches."""

    letter: ClassVar[str] = "p"
    lasts: ClassVar[timedelta] = timedelta(days=365)
    player: str
    generation: int


@dataclass(frozen=True)
class Confirm:
    """Shows that the host reads its own letters."""

    letter: ClassVar[str] = "c"
    lasts: ClassVar[timedelta] = timedelta(days=7)
    match: str
    player: str
    generation: int


@dataclass(frozen=True)
class Unsubscribe:
    """Stops letters to a person, of one match or all."""

    letter: ClassVar[str] = "u"
    lasts: ClassVar[timedelta] = timedelta(days=730)
    player: str
    match: str
    generation: int


Token: TypeAlias = (
    Host | Invitation | Seat | Turn | Voice | Return | Drop | Player | Confirm | Unsubscribe
)

KINDS: dict[str, type[Token]] = {
    kind.letter: kind
    for kind in (Host, Invitation, Seat, Turn, Voice, Return, Drop, Player, Confirm, Unsubscribe)
}
LONGEST = 1024


def _serializer(kind: type[Token]) -> URLSafeTimedSerializer:
    return _made_serializer(keys.present().signing, kind.__name__.lower())


@lru_cache(maxsize=64)
def _made_serializer(signing: tuple[bytes, ...], purpose: str) -> URLSafeTimedSerializer:
    """One for each set of keys and purpose: they hold no state but that."""
    return URLSafeTimedSerializer(
        list(signing),
        salt=f"moai post: {purpose}",
        signer_kwargs={"digest_method": "sha256", "key_derivation": "hmac"},
    )


def sign(token: Token) -> str:
    kind = type(token)
    signed = _serializer(kind).dumps(list(astuple(token)))
    return f"{kind.letter}.{signed}"


def read(text: str, *kinds: type[Token]) -> Token:
    """The token that this text is, if it is whole, young enough and of one of these kinds."""
    letter, _, signed = text[:LONGEST].partition(".")
    kind = KINDS.get(letter)
    if kind is None or not _canonical(signed):
        raise unauthenticated(N_("That is not a token of ours."))
    try:
        fields: list[Any] = _serializer(kind).loads(signed, max_age=_seconds(kind))
        token = kind(*fields)
    except (BadData, TypeError) as fault:
        raise unauthenticated(N_("That token is not valid, or no longer.")) from fault
    if kinds and kind not in kinds:
        raise Refusal(
            "forbidden",
            say(
                N_("This needs a token of another kind: {wanted}. Given was: {given}."),
                wanted=named(kinds),
                given=named([kind]),
            ),
        )
    return token


def _seconds(kind: type[Token]) -> int:
    return int(kind.lasts.total_seconds())


def _canonical(signed: str) -> bool:
    """Base64 has several spellings of one signature; only the one that we write is taken."""
    signature = signed.rpartition(".")[2]
    try:
        raw = base64.urlsafe_b64decode(signature + "=" * (-len(signature) % 4))
    except (binascii.Error, ValueError):
        return False
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode() == signature


def named(kinds: Iterable[type[Token]]) -> str:
    """Kinds of tokens as the contract names them."""
    return ", ".join(kind.__name__.lower() for kind in kinds)


def unauthenticated(why: str | Saying) -> Refusal:
    return Refusal("unauthenticated", why)
