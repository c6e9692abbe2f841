"""Which addresses of the internet protocol lie in the open network, and which lead inside ours."""

import ipaddress
from collections.abc import Iterator
from typing import TypeAlias

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

NAT64 = ipaddress.ip_network("64:ff9b::/96")
GLOBAL = ipaddress.ip_network("2000::/3")  # all that was ever given out of IPv6
# What one release of Python or another takes for global: relays, protocols, documentation.
NEVER = tuple(
    ipaddress.ip_network(text)
    for text in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2001:db8::/32", "3fff::/20")
)


def read(text: str) -> Address:
    """What a look-up gave; a zone names an interface of ours, and says nothing of where it is."""
    return ipaddress.ip_address(text.partition("%")[0])


def public(address: Address) -> bool:
    """Whether it lies in the open network, also where another address lies inside it."""
    inner = list(_inner(address))
    if inner:
        return all(public(one) for one in inner)
    if any(address in network for network in NEVER if network.version == address.version):
        return False
    if isinstance(address, ipaddress.IPv6Address) and address not in GLOBAL:
        return False  # site-local, link-local, unique local, multicast, all that is reserved
    return address.is_global and not address.is_multicast and not address.is_reserved


def _inner(address: Address) -> Iterator[Address]:
    """Where a translator or a tunnel would lead; of a Teredo address that is not asked."""
    if isinstance(address, ipaddress.IPv4Address):
        return
    if address in NAT64:
        yield ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    for found in (address.ipv4_mapped, address.sixtofour):
        if found is not None:
            yield found
