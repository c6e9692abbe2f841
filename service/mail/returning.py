"""Return addresses: one for each letter, signed, so that only what we sent can come back."""

import hashlib
import hmac
import re

from service import keys
from service.settings import Settings

# 80 bits in 20 digits: the whole local part has 61 characters, of the 64 that it may have. A
# letter from before letters had handles went by its number, and may still come back by it.
LOCAL = re.compile(r"bounces\+([0-9a-f]{32}|[1-9][0-9]{0,17})\.([0-9a-f]{20})")
DIGITS = 20


def sender(settings: Settings, called: str) -> str:
    """What the letter that is called so outside leaves with as its envelope's sender."""
    if not settings.bounce_domain:
        return settings.mail_from
    newest = keys.present().returning[0]
    return f"bounces+{called}.{_mac(newest, called)}@{settings.bounce_domain}"


def letter_of(settings: Settings, address: str) -> str | None:
    """What the letter is called whose address this is; None for one that we never made."""
    local, _, domain = address.rpartition("@")
    found = LOCAL.fullmatch(local)
    if found is None or not settings.bounce_domain or domain.lower() != settings.bounce_domain:
        return None
    called, mac = found.groups()
    made = [_mac(key, called) for key in keys.present().returning]
    return called if any(hmac.compare_digest(mac, one) for one in made) else None


def _mac(key: bytes, called: str) -> str:
    return hmac.new(key, called.encode(), hashlib.sha256).hexdigest()[:DIGITS]
