"""Reaching an address that a stranger gave us: looked up once, public, no redirects, not for long.

Whoever names an address could else make us ask in its place: our own machine, its neighbours, a
cloud's secrets. So the name is looked up once, every answer must be public, and the connection goes
to what was looked up.
"""

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from typing_extensions import override

from engine.words import N_
from service.hooks import addresses, lookups
from service.players import wrong
from service.refusals import Refusal, say

LONGEST_URL = 500
HTTPS, HTTP = 443, 80
PORTS = (HTTPS, 8443)
LEAST_FREE_PORT = 1024
CONNECT_SECONDS = 3.0
WHOLE_SECONDS = 5.0
AGAIN_SECONDS = 5  # after which somebody else's look-up has ended


class UnreachableError(Exception):
    """Nobody answered, or nobody who may be asked; says why without an address."""


@dataclass(frozen=True)
class Target:
    """An address in its parts. At home, in development, this machine itself may be meant."""

    secure: bool
    host: str
    port: int
    path: str
    at_home: bool


# --- what may be asked


def read(url: str, field: str, *, at_home: bool) -> Target:
    """An address that can be called, or a refusal that says what one looks like."""
    target = _target(url, at_home=at_home)
    if target is None:
        wrong(
            field,
            "bad_url",
            say(
                N_(
                    "{field} should be an https address without user, password or fragment, "
                    "as in https://bot.example/moai."
                ),
                field=field,
            ),
        )
    if not _fits(target):
        ports = say(
            N_("{field} should have no port, or one of these: {ports}."),
            field=field,
            ports=", ".join(map(str, PORTS)),
        )
        wrong(field, "bad_port", ports)
    return target


def demand(url: str, field: str, *, at_home: bool) -> None:
    """The same, looked up: whoever names an address is told at once what is wrong with it.

    A name that nobody knows may come to be known.
    """
    target = read(url, field, at_home=at_home)
    try:
        found = lookups.look_up(target.host, target.port, lookups.MOST_AT_A_DOOR)
    except lookups.UnknownNameError:
        return
    except lookups.TooSlowError:
        wrong(
            field,
            "slow_name",
            say(N_("The name in {field} took too long to look up."), field=field),
        )
    except lookups.BusyError as fault:
        busy = N_("Too many names are being looked up just now.")
        raise Refusal("too_many", busy, retry_after=AGAIN_SECONDS) from fault
    if not _open(found, target):
        inside = N_("{field} should lead to a public address on the internet.")
        wrong(field, "not_public", say(inside, field=field))


def _target(url: str, *, at_home: bool) -> Target | None:
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    plain = not (parts.username or parts.password or parts.fragment)
    schemes = ("https", "http") if at_home else ("https",)
    host = (parts.hostname or "").removesuffix(".")
    if parts.scheme not in schemes or not host or "%" in host or not plain:
        return None
    secure = parts.scheme == "https"
    port = (HTTPS if secure else HTTP) if port is None else port
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(secure, host, port, path, at_home)


def _fits(target: Target) -> bool:
    """Elsewhere other services listen; at home a bot does wherever it may."""
    at_home = target.at_home and (target.port == HTTP or target.port >= LEAST_FREE_PORT)
    return target.port in PORTS or at_home


def kept(url: str, *, at_home: bool) -> Target:
    """An address that was taken once, perhaps when more were."""
    target = _target(url, at_home=at_home)
    if target is None:
        raise UnreachableError("the address is not one that is called")
    if not _fits(target):
        raise UnreachableError(f"port {target.port} is not called")
    return target


def looked_up(target: Target) -> str:
    """The address to connect to: none, if any that the name has is not public."""
    try:
        found = lookups.look_up(target.host, target.port)
    except lookups.UnknownNameError as fault:
        raise UnreachableError("the name is not known") from fault
    except lookups.TooSlowError as fault:
        raise UnreachableError("the name took too long to look up") from fault
    if not _open(found, target):
        raise UnreachableError("the address is not a public one")
    return found[0]


def _open(found: list[str], target: Target) -> bool:
    return all(_allowed(one, target) for one in found)


def _allowed(text: str, target: Target) -> bool:
    address = addresses.read(text)
    return addresses.public(address) or (target.at_home and address.is_loopback)


# --- asking


class _Plain(http.client.HTTPConnection):
    """Connects to what was looked up, whatever the name would give a second time."""

    def __init__(self, target: Target, address: str) -> None:
        super().__init__(target.host, target.port, timeout=CONNECT_SECONDS)
        self.address = address

    @override
    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.port), self.timeout)


class _Secure(_Plain):
    @override
    def connect(self) -> None:
        super().connect()
        context = ssl.create_default_context()
        self.sock = context.wrap_socket(self.sock, server_hostname=self.host)


def post(target: Target, body: bytes, headers: Mapping[str, str]) -> int:
    """The status that answers. Its body is not read, and no redirect is followed."""
    address = looked_up(target)
    connection = (_Secure if target.secure else _Plain)(target, address)
    # A timeout counts from byte to byte: who drips would hold us for ever.
    end = threading.Timer(WHOLE_SECONDS, _hang_up, (connection,))
    end.daemon = True
    end.start()
    try:
        connection.request("POST", target.path, body, dict(headers))
        return connection.getresponse().status
    except (OSError, http.client.HTTPException, ValueError) as fault:
        raise UnreachableError(f"no answer: {type(fault).__name__}") from fault
    finally:
        end.cancel()
        connection.close()


def _hang_up(connection: http.client.HTTPConnection) -> None:
    held = connection.sock
    if held is not None:
        try:
            held.shutdown(socket.SHUT_RDWR)
        except OSError:
            return
