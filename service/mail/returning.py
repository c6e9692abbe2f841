"""Return addresses: one for each letter, signed, so that only what we sent can come back."""

import hashlib
import hmac
import re

from service import keys
from service.settings import Settings

# 80 bits in 20 digits: the whole local part has 48 characters at most, of the 64 that it may have.
LOCAL = re.compile(r"bounces\+([1-9][0-9]{0,18})\.([0-9a-f]{20})")
DIGITS = 20


def sender(settings: Settings, letter_id: int) -> str:
    """What a letter leaves with as its envelope's sender."""
    if not settings.bounce_domain:
        return settings.mail_from
    newest = keys.present().returning[0]
    return f"bounces+{letter_id}.{_mac(newest, str(letter_id))}@{settings.bounce_domain}"


def letter_of(settings: Settings, address: str) -> int | None:
    """The letter whose return address this is; None for an address that we never made."""
    local, _, domain = address.rpartition("@")
    found = LOCAL.fullmatch(local)
    if found is None or not settings.bounce_domain or domain.lower() != settings.bounce_domain:
        return None
    number, mac = found.groups()
    made = [_mac(key, number) for key in keys.present().returning]
    return int(number) if any(hmac.compare_digest(mac, one) for one in made) else None


def _mac(key: bytes, number: str) -> str:
    return hmac.new(key, number.encode(), hashlib.sha256).hexdigest()[:DIGITS]
