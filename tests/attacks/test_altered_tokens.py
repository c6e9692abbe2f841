"""Altered tokens: every single character changed, and thousands of other changes; none accepted."""

from collections.abc import Iterator

import pytest
from flask import Flask

from service import tokens
from service.refusals import Refusal
from tests.attacks import keyrings
from tests.parts.choosing import dice
from tests.parts.operations import BY_NAME
from tests.scale import times

TOKENS = 20
# The next letter of the alphabet of tokens, its far end, what ends a part, and strangers to it.
REPLACEMENTS = "ABaz019-_.=+/ \0é"
MUTATIONS = times(5_000, 200_000)
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."


@pytest.fixture
def signed(app: Flask) -> Iterator[list[str]]:
    """Twenty tokens of all kinds."""
    with app.app_context():
        lobby = keyrings.set_up()
        made = [tokens.sign(one) for kinds in lobby.tokens.values() for one in kinds.values()]
        more = [tokens.sign(tokens.Seat(lobby.running, seat, 1)) for seat in range(6)]
        yield (made + more)[:TOKENS]


def taken(text: str) -> bool:
    try:
        tokens.read(text)
    except Refusal:
        return False
    return True


def flips(text: str) -> Iterator[str]:
    """The text with one character changed, at every place, into several others."""
    for at, present in enumerate(text):
        for other in {*REPLACEMENTS, chr(ord(present) ^ 1), present.swapcase()} - {present}:
            yield text[:at] + other + text[at + 1 :]


def test_not_one_of_all_single_changes_is_accepted(signed: list[str]) -> None:
    assert len(signed) == TOKENS
    assert all(map(taken, signed))
    assert {one[0] for one in signed} == set(tokens.KINDS)

    assert [one for text in signed for one in flips(text) if taken(one)] == []


def test_control_without_one_spelling_a_change_of_the_last_character_is_accepted(
    signed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Base64 leaves bits over: the check for the one right spelling is what refuses them."""
    monkeypatch.setattr(tokens, "_canonical", lambda _: True)

    assert any(taken(one) for text in signed for one in flips(text))


def mutated(text: str, other: str, number: int) -> str:
    """Cut, doubled, swapped, spliced with another, or written over in several places."""
    luck = dice(number)
    i, j = sorted(luck.sample(range(len(text)), 2))
    scribbled = list(text)
    for _ in range(luck.randint(2, 6)):
        scribbled[luck.randrange(len(text))] = luck.choice(ALPHABET)
    ways = (
        text[:i] + text[j:],
        text[:j] + text[i:],
        text[:i] + text[j] + text[i + 1 : j] + text[i] + text[j + 1 :],
        text[:i] + other[i:],
        ".".join(luck.sample(text.split("."), text.count(".") + 1)),
        "".join(scribbled),
        text + luck.choice(ALPHABET),
    )
    return luck.choice(ways)


def test_of_thousands_of_other_changes_none_is_accepted(signed: list[str]) -> None:
    for number in range(MUTATIONS):
        text, other = signed[number % TOKENS], signed[(number + 1) % TOKENS]
        changed = mutated(text, other, number)
        assert changed in signed or not taken(changed), changed


def test_over_http_an_altered_token_is_refused_at_every_place(
    app: Flask, signed: list[str]
) -> None:
    client, seat = app.test_client(), next(s for s in signed[7:] if s.startswith("s."))
    match = tokens.read(seat, tokens.Seat).match  # type: ignore[union-attr]  # a seat's has one
    view = BY_NAME["getChoices"]
    right = view.ask(client, match, seat).status_code
    altered = {
        view.ask(client, match, seat[:at] + chr(ord(seat[at]) ^ 1) + seat[at + 1 :]).status_code
        for at in range(len(seat))
    }

    assert right == 200
    assert altered == {401}
