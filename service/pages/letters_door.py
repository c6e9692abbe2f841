"""A person's letters: whether each arrived, and a button for who is there though some came back."""

from collections.abc import Callable

from flask import render_template, request
from flask.typing import ResponseReturnValue

from service import languages, tokens
from service.pages.door import blueprint, read
from service.pages.moments import now
from service.pages.table_doors import OF_A_PHASE, OF_A_SEAT
from service.post import arrivals
from service.post.arrivals import Arrivals
from service.refusals import Refusal
from service.seating import Actor

PAGE = 50


@blueprint.get("/p/<token>/letters")
def my_letters(token: str) -> ResponseReturnValue:
    held = read(token, tokens.Player)
    return _page(_mine(held), everywhere=True)


@blueprint.post("/p/<token>/letters")
def my_letters_again(token: str) -> ResponseReturnValue:
    held = read(token, tokens.Player)
    refusal = _refused(lambda: arrivals.try_mine_again(held, now()))
    return _again(_mine(held), refusal, everywhere=True)


@blueprint.get("/t/<token>/letters", defaults=OF_A_PHASE)
@blueprint.get("/s/<token>/letters", defaults=OF_A_SEAT)
def table_letters(token: str, kind: type[Actor]) -> ResponseReturnValue:
    return _page(_at_table(read(token, kind)))


@blueprint.post("/t/<token>/letters", defaults=OF_A_PHASE)
@blueprint.post("/s/<token>/letters", defaults=OF_A_SEAT)
def table_letters_again(token: str, kind: type[Actor]) -> ResponseReturnValue:
    held = read(token, kind)
    refusal = _refused(lambda: arrivals.try_again(held, now()))
    return _again(_at_table(held), refusal)


def _mine(held: tokens.Player) -> Arrivals:
    return arrivals.mine(held, request.args.get("after"), PAGE, languages.present_tongue())


def _at_table(held: Actor) -> Arrivals:
    return arrivals.at_table(held, request.args.get("after"), PAGE, languages.present_tongue())


def _refused(ask: Callable[[], None]) -> Refusal | None:
    """Asked too often: said on the page, with the letters as they are; all else is no answer."""
    try:
        ask()
    except Refusal as refusal:
        if refusal.code != "too_many":
            raise
        return refusal
    return None


def _again(
    found: Arrivals, refusal: Refusal | None, *, everywhere: bool = False
) -> ResponseReturnValue:
    if refusal is None:
        return _page(found, everywhere=everywhere, done=True)
    words = refusal.said(languages.present_tongue())
    headers = {"Retry-After": str(refusal.facts["retry_after"])}
    return _page(found, everywhere=everywhere, refusal=words), 429, headers


def _page(
    found: Arrivals, *, everywhere: bool = False, done: bool = False, refusal: str | None = None
) -> str:
    facts = {"everywhere": everywhere, "done": done, "refusal": refusal}
    return render_template("letters.html", letters=found, **facts)
