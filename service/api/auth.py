"""Who is asking: the one place where a door reads a bearer token, or a signature."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any, TypeAlias

from flask import current_app, request
from flask_smorest import Blueprint

from engine.words import N_
from service import quotas, signatures, tokens
from service.refusals import Refusal, say
from service.signatures import FIELDS, Given
from service.signed import Signed
from service.tokens import Token

SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "description": (
        "A signed token of one kind: host, invitation, seat, turn, player or confirm. Opening a "
        "match, confirming and accepting answer with tokens; letters carry others in their links."
    ),
}

SIGNATURE = {
    "type": "apiKey",
    "in": "header",
    "name": "Signature",
    "description": (
        "An HTTP message signature (RFC 9421) by an ed25519 key of the seat, in place of a token "
        "or beside one of the same seat. Send Signature-Input and Signature with one label, "
        "Content-Digest (RFC 9530, sha-256 or sha-512) and Idempotency-Key. It covers exactly "
        "`@method`, `@authority`, `@path`, `content-digest` and `idempotency-key`; its parameters "
        "are `created` (within 300 seconds of our clock), `keyid` (the key's thumbprint) and "
        '`tag="moai-post"`, and may be `alg="ed25519"` and `expires`.'
    ),
}

View: TypeAlias = Callable[..., Any]


def token(
    *kinds: type[Token], required: bool = True, signed: bool = False
) -> Callable[[View], View]:
    """Give the door `token`, of one of these kinds, and say in the contract that it wants one.

    It stands above the body's and the ETag's decorators: who may not ask learns nothing from them.
    Where it is not required the door gets None from whoever sends none. Where a request may be
    `signed`, the seat that signed it stands in the token's place.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            match = kwargs.get("match")
            if signed and any(name in request.headers for name in FIELDS[:2]):
                return view(*args, **kwargs, token=_signed(kinds, str(match)))
            return view(*args, **kwargs, token=_given(kinds, match, required=required))

        return _documented(guarded, kinds, required=required, signed=signed)

    return decorate


def _signed(kinds: tuple[type[Token], ...], match: str) -> Signed:
    """A token may come along, as programs send theirs with everything: of the same seat alone."""
    base = current_app.extensions["settings"].base_url
    fields = {name: request.headers[name].strip() for name in FIELDS if name in request.headers}
    body, authority = request.get_data(cache=True), signatures.authority(base)
    given = Given(request.method, authority, request.path, body, fields)
    found = signatures.verify(given, match, datetime.now(UTC))
    beside = _given(kinds, match, required="Authorization" in request.headers)
    if beside is not None and not _same_seat(found, beside):
        raise Refusal("not_seated", N_("Token and signature are of different seats."))
    return found


def _same_seat(signed: Signed, token: Token) -> bool:
    whole = (signed.match, signed.seat, signed.generation)
    return whole == tuple(getattr(token, name, None) for name in ("match", "seat", "generation"))


def _given(kinds: tuple[type[Token], ...], match: str | None, *, required: bool) -> Token | None:
    header = request.headers.get("Authorization", "")
    if not header and not required:
        return None
    scheme, _, text = header.partition(" ")
    if scheme.lower() != "bearer" or not text.strip():
        sentence = N_("Send a token of this kind as `Authorization: Bearer …`: {wanted}.")
        raise tokens.unauthenticated(say(sentence, wanted=tokens.named(kinds)))
    found = tokens.read(text.strip(), *kinds)
    quotas.count_token(found)
    _demand_match(found, match)
    return found


def _demand_match(found: Token, match: str | None) -> None:
    """Before anything is looked up: a stranger's token does not tell whether the match exists."""
    if match is not None and getattr(found, "match", match) != match:
        raise Refusal("not_seated", N_("That token is for another match."))


def _documented(
    view: View, kinds: tuple[type[Token], ...], *, required: bool, signed: bool
) -> View:
    names = [kind.__name__.lower() for kind in kinds]
    schemes: list[dict[str, list[str]]] = [] if required else [{}]
    schemes += [{"bearer": []}, {"signature": []}] if signed else [{"bearer": []}]
    documented: View = Blueprint.doc(
        security=schemes,
        responses={401: "UNAUTHORIZED", 403: "FORBIDDEN"},
        **{"x-tokens": names},
    )(view)
    return documented
