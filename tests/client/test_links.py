"""Links out of letters, as the service signs them, and what is none."""

import pytest
from flask import Flask

from moaipost import read_link
from service import links, tokens

TOKENS: dict[str, tokens.Token] = {
    "host": tokens.Host("k7m2vq9xw3hjt5na", 1),
    "invitation": tokens.Invitation("k7m2vq9xw3hjt5na", 2, 1),
    "seat": tokens.Seat("k7m2vq9xw3hjt5na", 2, 1),
    "turn": tokens.Turn("k7m2vq9xw3hjt5na", 2, 1, "auction 1"),
    "confirm": tokens.Confirm("k7m2vq9xw3hjt5na", "p2w9xrt5hj3nk7ma", 1),
}


@pytest.mark.parametrize("kind", list(TOKENS))
def test_a_letters_link_says_service_match_and_seat(app: Flask, kind: str) -> None:
    with app.app_context():
        link = links.to(TOKENS[kind])

        found = read_link(f"  {link}\n")

    assert (found.url, found.kind) == ("http://127.0.0.1:8000", kind)
    assert link == f"{found.url}/{found.token[0]}/{found.token}"
    assert found.match == "k7m2vq9xw3hjt5na"
    assert found.seat == (2 if kind in ("invitation", "seat", "turn") else None)


def test_a_token_alone_says_the_same_without_a_service(app: Flask) -> None:
    with app.app_context():
        token = tokens.sign(TOKENS["turn"])

    found = read_link(token)

    assert (found.url, found.kind, found.match) == (None, "turn", "k7m2vq9xw3hjt5na")


def test_a_persons_link_is_for_no_single_match(app: Flask) -> None:
    with app.app_context():
        token = tokens.sign(tokens.Player("p2w9xrt5hj3nk7ma", 1))

    found = read_link(f"https://moai.example/post/p/{token}")

    assert (found.url, found.kind) == ("https://moai.example/post", "player")
    assert (found.match, found.seat) == (None, None)


@pytest.mark.parametrize(
    "text", ["", "hello", "https://moai.example/", "https://moai.example/m/k7m2vq9xw3hjt5na", "t.a"]
)
def test_what_is_neither_link_nor_token_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="neither a link from a letter nor a token"):
        read_link(text)
