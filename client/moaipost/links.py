"""Links and tokens as letters have them: what each is for, and where it leads."""

import base64
import binascii
import json
import zlib
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

KINDS = {
    "h": "host",
    "i": "invitation",
    "s": "seat",
    "t": "turn",
    "v": "voice",
    "r": "return",
    "d": "drop",
    "p": "player",
    "c": "confirm",
    "u": "unsubscribe",
}
SEATED = {"seat", "turn", "invitation", "voice", "return", "drop"}
MATCHLESS = {"player", "unsubscribe"}
PORTS = {"http": ":80", "https": ":443"}
PARTS = 4  # a letter, what it says, when it was signed, the signature


@dataclass(frozen=True)
class Link:
    """A token, with the service it came from if it was a whole link.

    `match` and `seat` are what the token says of itself: only the service knows whether it is true.
    """

    url: str | None
    kind: str
    token: str
    match: str | None
    seat: int | None


def read(text: str) -> Link:
    """Any link out of a letter, or the token at its end; ValueError if it is neither."""
    there = urlsplit(text.strip())
    path, _, _ = there.path.partition("/log")
    before, _, token = path.rpartition("/")
    kind = KINDS.get(token[:1]) if token[1:2] == "." else None
    if kind is None or token.count(".") < PARTS - 1:
        raise ValueError("that is neither a link from a letter nor a token")
    said = _said(token)
    match = None if kind in MATCHLESS or not said else str(said[0])
    seat = int(said[1]) if kind in SEATED and len(said) > 1 else None
    return Link(_service(there.scheme, there.netloc, before, token), kind, token, match, seat)


def authority(url: str) -> str:
    """A service's name as signatures have it: in small letters, without the scheme's own port."""
    there = urlsplit(url)
    return there.netloc.lower().removesuffix(PORTS[there.scheme])


def _service(scheme: str, netloc: str, before: str, token: str) -> str | None:
    """The service's address: what stands before the door, which is the token's first letter."""
    if scheme not in ("http", "https") or not netloc:
        return None
    return f"{scheme}://{netloc}{before.removesuffix(f'/{token[0]}')}"


def _said(token: str) -> list[Any]:
    """What is signed can be read by anyone: a list that begins with the match's id."""
    packed, text = token[2:3] == ".", token[2:].lstrip(".").partition(".")[0]
    try:
        raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        said = json.loads(zlib.decompress(raw) if packed else raw)
    except (binascii.Error, ValueError, zlib.error):
        return []
    return said if isinstance(said, list) else []
