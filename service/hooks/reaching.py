"""Reaching an address that a stranger gave us: looked up once, public, no redirects, not for long.

Whoever names an address could else make us ask in its place: our own machine, its neighbours, a
cloud's secrets. So the name is looked up once, every answer must be public, and the connection goes
to what was looked up.
"""

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urlsplit

from typing_extensions import override

from engine.words import N_
from service.players import wrong
from service.refusals import say

LONGEST_URL = 500
LEAST_FREE_PORT = 1024
HTTPS = 443
CONNECT_SECONDS = 3.0
WHOLE_SECONDS = 5.0
NAT64 = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("64:ff9b:1::/48"))

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


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
    parts = _parts(url)
    if parts is None or (not parts.secure and not at_home):
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
    return Target(parts.secure, parts.host, parts.port, parts.path, at_home)


def _parts(url: str) -> Target | None:
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    plain = not (parts.username or parts.password or parts.fragment)
    if parts.scheme not in ("https", "http") or not parts.hostname or not plain:
        return None
    secure = parts.scheme == "https"
    port = port or (HTTPS if secure else 80)
    if port < LEAST_FREE_PORT and port not in (80, HTTPS):
        return None
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(secure, parts.hostname, port, path, at_home=False)


def public(address: Address) -> bool:
    """Whether it lies in the open network, also where another address lies inside it."""
    inner = _inner(address)
    if inner is not None:
        return public(inner)
    return address.is_global and not address.is_multicast and not address.is_reserved


def _inner(address: Address) -> Address | None:
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if any(address in network for network in NAT64):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo[1] if address.teredo else None
    return address.ipv4_mapped or address.sixtofour or teredo


def looked_up(target: Target) -> str:
    """The address to connect to: none, if any that the name has is not public."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as fault:
        raise UnreachableError("the name is not known") from fault
    addresses = [str(one[4][0]) for one in found]
    if not addresses or not all(_allowed(one, target) for one in addresses):
        raise UnreachableError("the address is not a public one")
    return addresses[0]


def _allowed(text: str, target: Target) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    return public(address) or (target.at_home and address.is_loopback)


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
