"""Who is asking: the one place where a door reads the token in `Authorization: Bearer`."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from flask import request
from flask_smorest import Blueprint

from engine.words import N_
from service import tokens
from service.refusals import Refusal, say
from service.tokens import Token

SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "description": (
        "A signed token of one kind: host, invitation, seat, turn, player or confirm. Opening a "
        "match, confirming and accepting answer with tokens; letters carry others in their links."
    ),
}

View: TypeAlias = Callable[..., Any]


def token(*kinds: type[Token], required: bool = True) -> Callable[[View], View]:
    """Give the door `token`, of one of these kinds, and say in the contract that it wants one.

    It stands above the body's and the ETag's decorators: who may not ask learns nothing from them.
    Where it is not required the door gets None from whoever sends none.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            return view(
                *args, **kwargs, token=_given(kinds, kwargs.get("match"), required=required)
            )

        return _documented(guarded, kinds, required=required)

    return decorate


def _given(kinds: tuple[type[Token], ...], match: str | None, *, required: bool) -> Token | None:
    header = request.headers.get("Authorization", "")
    if not header and not required:
        return None
    scheme, _, text = header.partition(" ")
    if scheme.lower() != "bearer" or not text.strip():
        sentence = N_("Send a token of this kind as `Authorization: Bearer …`: {wanted}.")
        raise tokens.unauthenticated(say(sentence, wanted=tokens.named(kinds)))
    found = tokens.read(text.strip(), *kinds)
    _demand_match(found, match)
    return found


def _demand_match(found: Token, match: str | None) -> None:
    """Before anything is looked up: a stranger's token does not tell whether the match exists."""
    if match is not None and getattr(found, "match", match) != match:
        raise Refusal("not_seated", N_("That token is for another match."))


def _documented(view: View, kinds: tuple[type[Token], ...], *, required: bool) -> View:
    names = [kind.__name__.lower() for kind in kinds]
    scheme: dict[str, list[str]] = {"bearer": []}
    documented: View = Blueprint.doc(
        security=[scheme] if required else [{}, scheme],
        responses={401: "UNAUTHORIZED", 403: "FORBIDDEN"},
        **{"x-tokens": names},
    )(view)
    return documented
