"""A person's letters: which of them come, and when; everywhere, or in one match."""

from flask import render_template, request
from flask.typing import ResponseReturnValue

from service import me, tokens
from service.api import problems
from service.me import Change
from service.pages import letters_form as form
from service.pages.door import blueprint, read
from service.pages.filling import Filled
from service.pages.moments import now
from service.post import choosing, policy
from service.post.choosing import MatchLetters
from service.refusals import Refusal


@blueprint.get("/p/<token>/letters/choose")
def letters_chosen(token: str) -> ResponseReturnValue:
    return _page(token, read(token, tokens.Player), Filled({}))


@blueprint.post("/p/<token>/letters/choose")
def choose_letters(token: str) -> ResponseReturnValue:
    held, filled = read(token, tokens.Player), Filled(request.form)
    match = request.args.get("match")
    before = None if match is None else choosing.look(held, match)
    try:
        if before is None:
            _choose(held, filled)
        else:
            _choose_own(held, filled, before)
    except Refusal as refusal:
        filled.note(refusal)
        return _page(token, held, filled, problems.TABLE[refusal.code].status)
    return _page(token, held, Filled({}), done=True)


def _choose(held: tokens.Player, filled: Filled) -> None:
    chosen = form.read(filled)
    me.change(held, Change(receipts=filled.ticked("tell.receipt"), letters=chosen), now())


def _choose_own(held: tokens.Player, filled: Filled, before: MatchLetters) -> None:
    wanted = me.look(held).receipts
    chosen = form.read_own(filled, before.own, receipts=wanted)
    choosing.choose_own(held, before.match, chosen, now())


def _page(
    token: str, held: tokens.Player, filled: Filled, status: int = 200, *, done: bool = False
) -> ResponseReturnValue:
    match, seen = request.args.get("match"), me.look(held)
    own = None if match is None else choosing.look(held, match)
    known = (
        form.shown(seen.letters, receipts=seen.receipts)
        if own is None
        else form.shown_own(own.own, own.letters)
    )
    facts = {
        "token": token,
        "own": own,
        "receipts": own is None or seen.receipts,
        "filled": filled if filled.faults else Filled(known),
        "form": form,
        "most": policy.MOST_DELAY,
        "done": done,
    }
    return render_template("letters_chosen.html", **facts), status
