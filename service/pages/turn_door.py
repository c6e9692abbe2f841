"""The door to a turn: the table as the seat sees it, and a line to write an action in."""

from dataclasses import replace
from hashlib import sha256

from flask import request
from flask.typing import ResponseReturnValue

from engine.words import N_
from service import outlook, play, sealed, tokens
from service.pages.door import Button, Door, blueprint, now, read, refused, show
from service.refusals import Refusal, say
from service.sent import Asked, Sent

LONGEST_AUTHORITY = 255
LONGEST_NUMBER = 9


@blueprint.get("/t/<token>")
def turn(token: str) -> ResponseReturnValue:
    return show(_table(read(token, tokens.Turn)))


@blueprint.post("/t/<token>")
def act(token: str) -> ResponseReturnValue:
    body, key = request.get_data(cache=True), _key()
    held, text = read(token, tokens.Turn), request.form.get("text", "")
    try:
        if request.form.get("do") == "withdraw":
            sealed.withdraw(held, now())
            return show(Door("Your sealed action is withdrawn", onward=_back(token)))
        # The path that is kept is the route's: the real one holds the token.
        sent = Sent(body, "POST", request.host[:LONGEST_AUTHORITY], "/t/<token>", key)
        asked = Asked(_number("turn"), None, text)
        return show(_done(token, held, play.submit(held, sent, asked, now())))
    except Refusal as refusal:
        return refused(refusal, lambda: replace(_table(held), written=text))


def _key() -> str | None:
    """A second click on an open turn gets the first answer; a sealed one simply counts anew."""
    if request.form.get("sealed"):
        return None
    return "form " + sha256(request.get_data(cache=True)).hexdigest()


def _number(name: str) -> int:
    text = request.form.get(name, "")
    if not text.isdecimal() or len(text) > LONGEST_NUMBER:
        raise Refusal("malformed", say(N_("The form's {name} should be a number."), name=name))
    return int(text)


def _table(held: tokens.Turn) -> Door:
    seen = outlook.at_table(held)
    return Door(
        title="Your turn" if seen.awaited else "The table",
        words=_turn_words(held, seen),
        board=seen.board,
        examples=seen.examples,
        line="Your action, in words" if seen.awaited or seen.asides else None,
        hidden={"turn": seen.turn, "sealed": "yes" if seen.sealed else ""},
        buttons=_turn_buttons(seen),
    )


def _turn_words(held: tokens.Turn, seen: outlook.Outlook) -> tuple[str, ...]:
    words = [f"This link is for your seat in {seen.phase} of the match {held.match}."]
    if seen.submitted:
        words.append(f"Sealed: {sealed.own_sealed(held).text}. You may change it or withdraw it.")
    elif seen.sealed and seen.awaited:
        words.append("What you send stays sealed until everyone has acted.")
    if not seen.awaited:
        words.append("Nothing is asked of you now.")
    return tuple(words)


def _turn_buttons(seen: outlook.Outlook) -> tuple[Button, ...]:
    acting = (Button("play", "Seal it" if seen.sealed else "Play it"),)
    if seen.submitted:
        return (*acting, Button("withdraw", "Withdraw it", quiet=True))
    return acting if seen.awaited or seen.asides else ()


def _back(token: str) -> tuple[str, str]:
    return f"/t/{token}", "Back to the table"


def _done(token: str, held: tokens.Turn, answer: play.Answer | sealed.Receipt) -> Door:
    if isinstance(answer, sealed.Receipt):
        words = (f"It was received as number {answer.submission}.", "Its commitment:")
        return Door("Your action is sealed", (*words, answer.commitment), onward=_back(token))
    game, state = answer.done.match.game, answer.done.match.state
    return Door(
        title="Your turn is made",
        words=tuple(outlook.sentences(answer.done, held.seat)),
        board=game.sketch(game.view(state, held.seat)),
        onward=_back(token),
    )
