"""Links in letters: each is a token in a path, under the address that the settings give."""

from flask import current_app

from service import tokens
from service.settings import Settings


def to(token: tokens.Token) -> str:
    settings: Settings = current_app.extensions["settings"]
    return f"{settings.base_url}/{token.letter}/{tokens.sign(token)}"
