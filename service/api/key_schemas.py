"""The shapes of keys: how one is handed over, and a seat's whole ring."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, pre_load, validate, validates_schema

from service.api.lobby_schemas import Flag
from service.public_keys import PRIVATE

LONGEST_PEM = 1000


class Jwk(Schema):
    """RFC 8037: an Ed25519 key of which the public part alone is given."""

    kty = fields.String(required=True, validate=validate.Equal("OKP"), metadata={"enum": ["OKP"]})
    crv = fields.String(
        required=True, validate=validate.Equal("Ed25519"), metadata={"enum": ["Ed25519"]}
    )
    x = fields.String(
        required=True,
        validate=validate.Regexp(r"^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]\Z"),
        metadata={
            "description": "The 32 bytes of the key, base64url without padding.",
            "pattern": "^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$",
        },
    )

    @pre_load
    def no_private_part(self, data: Any, **_: Any) -> Any:
        if isinstance(data, dict) and "d" in data:
            raise ValidationError(PRIVATE, "d")
        return data


class NewKey(Schema):
    """A public key in one of two forms."""

    jwk = fields.Nested(Jwk, metadata={"description": "Either this or `pem`."})
    pem = fields.String(
        validate=validate.Length(1, LONGEST_PEM),
        metadata={"description": "As `openssl pkey -pubout` writes it."},
    )

    @validates_schema
    def one_form(self, data: dict[str, Any], **_: Any) -> None:
        if ("jwk" in data) == ("pem" in data):
            raise ValidationError("Send either a jwk or a pem.", "jwk")


class Binding(Schema):
    signed_only = Flag(
        required=True,
        metadata={"description": "Whether nothing but a signed request acts for this seat."},
    )


class Key(Schema):
    keyid = fields.String(
        required=True,
        metadata={"description": "Its thumbprint (RFC 7638): the `keyid` to sign with."},
    )
    jwk = fields.Nested(Jwk, required=True)
    created_at = fields.AwareDateTime(required=True)


class Keyring(Schema):
    seat = fields.Integer(required=True)
    signed_only = fields.Boolean(required=True)
    items = fields.List(fields.Nested(Key), required=True)
    next = fields.String(
        required=True, allow_none=True, metadata={"description": "Always null: they are few."}
    )
