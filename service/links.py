"""Links for letters, under the address that the settings give: a token in a path, or a match."""

from flask import current_app

from service import tokens
from service.settings import Settings


def to(token: tokens.Token) -> str:
    return f"{_base()}/{token.letter}/{tokens.sign(token)}"


def to_match(match_id: str) -> str:
    """What everyone may see of a match."""
    return f"{_base()}/m/{match_id}"


def to_check(match_id: str, head: str) -> str:
    """Where anyone's own browser checks a match's record, and that this head is in it."""
    return f"{_base()}/verify?match={match_id}&head={head}"


def _base() -> str:
    settings: Settings = current_app.extensions["settings"]
    return settings.base_url
