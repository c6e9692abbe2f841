"""Tokens by themselves: one purpose each, as long as promised, and in one spelling."""

import base64
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from flask import Flask
from itsdangerous import URLSafeTimedSerializer

from service import keys, settings, tokens
from service.refusals import Refusal
from service.tokens import (
    Confirm,
    Host,
    Invitation,
    Player,
    Return,
    Seat,
    Token,
    Turn,
    Unsubscribe,
    Voice,
)

NOW = 1_800_000_000
EACH: dict[str, Token] = {
    "h": Host("m1", 2),
    "i": Invitation("m1", 3, 2),
    "s": Seat("m1", 3, 2),
    "t": Turn("m1", 3, 2, "auction-1"),
    "v": Voice("m1", 3, 2, 7, "vote"),
    "r": Return("m1", 3, 2),
    "p": Player("p1", 2),
    "c": Confirm("m1", "p1", 2),
    "u": Unsubscribe("p1", "m1", 2),
}
DAYS = {"h": 730, "i": 60, "s": 730, "t": 60, "v": 60, "r": 365, "p": 365, "c": 7, "u": 730}


@pytest.fixture(autouse=True)
def keyed() -> Iterator[None]:
    """Signing needs keys, and neither doors nor a database."""
    app = Flask("tokens")
    secrets = {"SECRET_KEY": "a" * 40, "OLD_SECRET_KEYS": "b" * 40}
    keys.attach(app, settings.read({"MODE": "development"} | secrets))
    with app.app_context():
        yield


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    turn_clock(monkeypatch, NOW)
    return monkeypatch


def turn_clock(patch: pytest.MonkeyPatch, seconds: float) -> None:
    patch.setattr(time, "time", lambda: seconds)


def refusal(text: str, *kinds: type[Token]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        tokens.read(text, *kinds)
    return caught.value


def signed_by(key: bytes, salt: str, fields: object, digest: str = "sha256") -> str:
    """As the documents say that a token is made: HMAC, with a key derived for one purpose."""
    made = URLSafeTimedSerializer(
        key, salt=salt, signer_kwargs={"digest_method": digest, "key_derivation": "hmac"}
    )
    return str(made.dumps(fields))


@pytest.mark.parametrize("letter", EACH)
def test_a_token_is_read_as_it_was_signed_and_opens_with_its_kind(letter: str) -> None:
    text = tokens.sign(EACH[letter])

    assert text.split(".")[0] == letter
    assert tokens.read(text) == tokens.read(text, Host, type(EACH[letter])) == EACH[letter]


def test_a_voice_is_in_a_handover_where_nothing_else_is_said() -> None:
    assert Voice("m1", 3, 2, 7).about == "handover"


@pytest.mark.parametrize("letter", EACH)
def test_it_is_good_as_long_as_the_operators_page_says(
    letter: str, clock: pytest.MonkeyPatch
) -> None:
    """docs/operating.md: what an old key has signed, and how long that is good for."""
    text, lasts = tokens.sign(EACH[letter]), int(timedelta(days=DAYS[letter]).total_seconds())

    turn_clock(clock, NOW + lasts)
    assert tokens.read(text) == EACH[letter]
    turn_clock(clock, NOW + lasts + 1)
    assert refusal(text).code == "unauthenticated"


def test_a_token_of_another_kind_is_named_beside_those_that_would_do() -> None:
    refused = refusal(tokens.sign(EACH["u"]), Host, Seat)

    assert refused.code == "forbidden"
    assert refused.detail == (
        "This needs a token of another kind: host, seat. Given was: unsubscribe."
    )


def test_each_kind_is_signed_for_its_own_purpose() -> None:
    """Fields that two kinds have in common are not taken from one for the other."""
    seat = tokens.sign(EACH["s"])

    assert refusal(f"i{seat[1:]}").code == "unauthenticated"


def test_it_is_an_hmac_of_sha256_with_a_salt_that_names_the_purpose() -> None:
    """So that tokens in inboxes outlive every change of the code."""
    newest = keys.present().signing[-1]

    assert tokens.read(f"s.{signed_by(newest, 'moai post: seat', ['m1', 3, 2])}") == EACH["s"]
    assert refusal(f"s.{signed_by(newest, 'moai post: seat', ['m1', 3, 2], 'sha1')}").code
    assert refusal(f"s.{signed_by(newest, 'moai post: host', ['m1', 3, 2])}").code


def test_an_old_key_still_checks_and_the_newest_signs() -> None:
    old, newest = keys.present().signing
    aged = f"s.{signed_by(old, 'moai post: seat', ['m1', 3, 2])}"

    assert tokens.read(aged) == EACH["s"]
    text = tokens.sign(EACH["s"]).removeprefix("s.")
    assert URLSafeTimedSerializer(
        newest,
        salt="moai post: seat",
        signer_kwargs={"digest_method": "sha256", "key_derivation": "hmac"},
    ).loads(text) == ["m1", 3, 2]


@pytest.mark.parametrize("text", ["", "s", "s.", "x.y.z", "nothing of ours", "s.a.b", "s.ö.ö"])
def test_what_is_no_token_is_refused(text: str) -> None:
    assert refusal(text).code == "unauthenticated"


def test_what_is_no_token_and_what_no_longer_is_one_are_told_apart() -> None:
    text = tokens.sign(EACH["s"])

    assert refusal(f"x{text[1:]}").detail == "That is not a token of ours."
    assert refusal(text[:-6]).detail == "That is not a token of ours."  # no base64 is so long
    assert refusal(text[:-3]).detail == "That token is not valid, or no longer."


def test_fields_that_do_not_fit_the_kind_are_refused() -> None:
    """A kind that once had fewer fields: the letter is old, and the fault is not ours."""
    newest = keys.present().signing[-1]

    assert refusal(f"s.{signed_by(newest, 'moai post: seat', ['m1'])}").code == "unauthenticated"


def test_the_signature_has_one_spelling() -> None:
    """Its last letter has two bits over, and padding may be written or left out."""
    text = tokens.sign(EACH["s"])
    raw = base64.urlsafe_b64decode(f"{text.rpartition('.')[2]}=")
    same = [
        text[:-1] + last
        for last in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        if base64.urlsafe_b64decode(f"{(text[:-1] + last).rpartition('.')[2]}=") == raw
    ]

    assert len(same) == 4
    assert [one for one in [*same, f"{text}="] if tokens._canonical(one)] == [text]
    assert [refusal(one).code for one in same if one != text] == ["unauthenticated"] * 3


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 7])
def test_a_spelling_may_have_any_length(count: int) -> None:
    whole = base64.urlsafe_b64encode(bytes(count)).rstrip(b"=").decode()

    assert tokens._canonical(f"fields.{whole}")


def test_of_a_text_that_is_too_long_only_the_beginning_is_read() -> None:
    """1,024 characters are more than any token has: a longer one is cut, and then fits nothing."""
    assert tokens.LONGEST == 1024
    long = tokens.sign(Turn("m", 0, 1, "".join(map(str, range(1000)))))
    assert len(long) > 1024
    assert refusal(long).code == "unauthenticated"
