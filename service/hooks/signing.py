"""Standard Webhooks: a secret as its holder gets it, and the signature over a message."""

import base64
import hashlib
import hmac
import secrets

PREFIX = "whsec_"
SECRET_BYTES = 32


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def headers(secret: str, message_id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """What a receiver checks with any library of the scheme."""
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": "v1," + _signed(secret, message_id, timestamp, body),
    }


def _signed(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    whole = f"{message_id}.{timestamp}.".encode() + body
    return base64.b64encode(hmac.new(key, whole, hashlib.sha256).digest()).decode()
