"""The commands before the start: games, opening, confirming, accepting and declining."""

import re
import secrets
from collections.abc import Iterator
from typing import Any

from engine.registry import BOTS
from moaipost.answers import Admission, Game, HostAsked, Opening, Option, SeatAsked
from moaipost.invitation import Invitation
from moaipost.terminal import prose
from moaipost.terminal.desk import Desk
from moaipost.terminal.said import Exit, Said, Trouble

NONCE_BYTES = 16
MAILBOX = re.compile(r"(?P<name>[^<>]+)<(?P<address>[^<>\s]+@[^<>\s]+)>")


def games(desk: Desk) -> Iterator[Said]:
    if desk.given.game is not None:
        found = desk.service().game(desk.given.game)
        yield Said(found, "\n".join(_whole(found)))
        return
    every = desk.service().games()
    yield Said(every, "\n".join(_brief(one) for one in every))


def _brief(game: Game) -> str:
    seats = game["seats"]
    players = f"{min(seats)} to {max(seats)} players"
    return f"{game['slug']:<9} {game['title']}, by {game['designer']}, for {players}"


def _whole(game: Game) -> Iterator[str]:
    yield _brief(game)
    yield from (f"  {_option(one)}" for one in game["options"])
    bots = ", ".join(sorted(BOTS.get(game["slug"], {})))
    yield f"  bots: {bots}"


def _option(option: Option) -> str:
    span = "|".join(option["choices"]) or {"flag": "yes|no"}.get(option["kind"], "")
    span = span or f"{option['least']}..{option['most']}"
    return f"{option['name']}={span} ({option['default']}): {option['summary']}"


# --- opening


def open_match(desk: Desk) -> Iterator[Said]:
    service = desk.service()
    wanted = _opening(desk, service.game(desk.given.game))
    admission = service.open(wanted)
    _keep(desk, service.wire.url, admission)
    yield Said(admission, "\n".join(_opened(admission)))


def _opening(desk: Desk, game: Game) -> Opening:
    given = desk.given
    host: HostAsked = {"name": given.name}
    if given.address:
        host["address"] = given.address
    wanted: Opening = {
        "game": game["slug"],
        "host": host,
        "seats": [_seat(text) for text in given.seat],
        "options": dict(_value(game, text) for text in given.option),
        "public": given.public,
    }
    if given.hours:
        wanted["pace"] = {"turn_hours": given.hours, "sealed_hours": given.hours}
    return wanted


def _seat(text: str) -> SeatAsked:
    """`me`, `bot:NAME`, or somebody as letters name them."""
    if text == "me":
        return {"kind": "host"}
    if text.startswith("bot:"):
        return {"kind": "bot", "bot": text.removeprefix("bot:")}
    found = MAILBOX.fullmatch(text)
    if found is None:
        raise Trouble(f"A seat is me, bot:random or 'Bruno <bruno@moai.example>', not {text!r}.")
    return {"kind": "player", "name": found["name"].strip(), "address": found["address"]}


def _value(game: Game, text: str) -> tuple[str, bool | int | str]:
    name, _, value = text.partition("=")
    option = next((one for one in game["options"] if one["name"] == name), None)
    if option is None:
        known = ", ".join(one["name"] for one in game["options"]) or "none"
        raise Trouble(f"{game['title']} has no option {name!r}; it has: {known}.")
    if option["kind"] == "flag" and value in ("yes", "no"):
        return name, value == "yes"
    if option["kind"] == "number" and value.isdigit():
        return name, int(value)
    if option["kind"] == "choice" and value in option["choices"]:
        return name, value
    raise Trouble(f"{_option(option)}: {value!r} is none of these.")


def _opened(admission: Admission) -> Iterator[str]:
    yield prose.standing(admission["match"])
    if admission["seat_token"] is not None:
        yield "You are logged in: moaipost show draws the table."
    elif admission["match"]["status"] == "unconfirmed":
        yield "A letter is on its way to you: moaipost confirm LINK, with its link."


# --- answering letters


def confirm(desk: Desk) -> Iterator[Said]:
    invitation, url = _invitation(desk, "confirm")
    admission = invitation.confirm()
    _keep(desk, url, admission)
    yield Said(admission, f"Invitations leave now.\n{prose.standing(admission['match'])}")


def accept(desk: Desk) -> Iterator[Said]:
    """With bytes of one's own in the match's luck, so that nobody else alone can know it."""
    invitation, url = _invitation(desk, "invitation")
    nonce = secrets.token_hex(NONCE_BYTES) if desk.given.nonce is None else desk.given.nonce
    said = {} if desk.given.name is None else {"name": desk.given.name}
    admission = invitation.accept(nonce, **said)
    _keep(desk, url, admission)
    text = f"You are in, at seat {admission['seat']}.\n{prose.standing(admission['match'])}"
    yield Said({**admission, "nonce": nonce}, text)


def decline(desk: Desk) -> Iterator[Said]:
    invitation, _ = _invitation(desk, "invitation")
    yield Said(invitation.decline(), "The seat is left to another; the host is told.")


def _invitation(desk: Desk, kind: str) -> tuple[Invitation, str]:
    """By the link that was given, or by one that was logged in with."""
    token, url = desk.given.link, None
    if token is None:
        login = desk.login()
        if login is None or kind not in login.tokens:
            raise Trouble("Give the link from the letter.", Exit.NOT_LET_IN)
        token, url = login.tokens[kind], login.url
    link = desk.link(token)
    if link.kind != kind:
        raise Trouble(f"That is a link for {link.kind}, not for {kind}.")
    service = desk.service(link.url or url)
    return service.invitation(link.token), service.wire.url


def _keep(desk: Desk, url: str, admission: Admission) -> None:
    tokens: dict[str, Any] = {kind: admission[f"{kind}_token"] for kind in ("host", "seat")}  # type: ignore[literal-required]  # two of its names
    desk.logins.keep(admission["match"]["match"], url, **tokens)
    if admission["player_token"] is not None:
        desk.logins.players[url] = admission["player_token"]
    desk.save()
