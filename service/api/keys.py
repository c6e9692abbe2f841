"""The doors to a seat's keys: those that its turns are signed with."""

from datetime import UTC, datetime
from typing import Any

from engine.signing import thumbprint
from service import keyring, public_keys, tokens
from service.api import auth, key_schemas as schemas, turn_examples
from service.api.frame import Blueprint
from service.api.turns import MATCH
from service.keyring import Keyring

blueprint = Blueprint("keys", __name__, "The keys that a seat signs with.")

# The key of RFC 8037's own example.
PUBLIC = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
JWK = public_keys.as_jwk(PUBLIC)
KEYID = {
    "in": "path",
    "name": "keyid",
    "description": "The key's thumbprint.",
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"},
    "example": thumbprint(PUBLIC),
}
RING = {
    "seat": 0,
    "signed_only": False,
    "items": [
        {"keyid": thumbprint(PUBLIC), "jwk": JWK, "created_at": turn_examples.AT.isoformat()}
    ],
    "next": None,
}


@blueprint.route("/matches/<string:match>/keys", methods=["GET"], parameters=[MATCH])
@blueprint.doc(operationId="listKeys", summary="The keys that this seat signs with")
@auth.token(tokens.Seat)
@blueprint.response(200, schemas.Keyring, example=RING)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
def list_keys(token: tokens.Seat, **_: str) -> Keyring:
    return keyring.look(token)


@blueprint.route("/matches/<string:match>/keys", methods=["POST"], parameters=[MATCH])
@blueprint.doc(operationId="registerKey", summary="Sign with another key from now on")
@auth.token(tokens.Seat)
@blueprint.arguments(schemas.NewKey, example={"jwk": JWK})
@blueprint.response(201, schemas.Keyring, example=RING)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def register_key(body: dict[str, Any], token: tokens.Seat, **_: str) -> Keyring:
    given = body.get("jwk")
    key = public_keys.of_pem(body["pem"]) if given is None else public_keys.of_jwk(given["x"])
    return keyring.register(token, key, datetime.now(UTC))


@blueprint.route("/matches/<string:match>/keys", methods=["PATCH"], parameters=[MATCH])
@blueprint.doc(operationId="bindKeys", summary="Act by signature alone, or not alone")
@auth.token(tokens.Seat)
@blueprint.arguments(schemas.Binding, example={"signed_only": True})
@blueprint.response(200, schemas.Keyring, example=RING | {"signed_only": True})
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def bind_keys(body: dict[str, Any], token: tokens.Seat, **_: str) -> Keyring:
    return keyring.bind(token, datetime.now(UTC), signed_only=body["signed_only"])


@blueprint.route(
    "/matches/<string:match>/keys/<string:keyid>", methods=["DELETE"], parameters=[MATCH, KEYID]
)
@blueprint.doc(operationId="revokeKey", summary="Sign with this key no more")
@auth.token(tokens.Seat)
@blueprint.response(200, schemas.Keyring, example=RING | {"items": []})
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
@blueprint.alt_response(429, "TOO_MANY_REQUESTS")
def revoke_key(keyid: str, token: tokens.Seat, **_: str) -> Keyring:
    return keyring.revoke(token, keyid, datetime.now(UTC))
