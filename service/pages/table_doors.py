"""The doors to a table: a letter's link for one phase, and a seat's for the whole match."""

from hashlib import sha256

from flask import g, make_response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from engine.words import N_
from service import languages, looking, play, sealed, sitting, tokens
from service.api import problems
from service.pages import table_page, table_shut
from service.pages.door import blueprint, read
from service.pages.moments import now
from service.pages.table_page import Visit, Written
from service.pages.table_receipt import Receipt, of_answer, withdrawn
from service.refusals import Refusal, say
from service.seating import Actor
from service.sent import Asked, Sent

LONGEST_AUTHORITY = 255
LONGEST_NUMBER = 9
LOG_PAGE = 100
NO_DRAFT = ("lang", "do", "turn", "sealed", "text")
OF_A_PHASE = {"kind": tokens.Turn}
OF_A_SEAT = {"kind": tokens.Seat}


@blueprint.get("/t/<token>", defaults=OF_A_PHASE)
@blueprint.get("/s/<token>", defaults=OF_A_SEAT)
def table(token: str, kind: type[Actor]) -> ResponseReturnValue:
    visit = _visit(read(token, kind))
    mark = _mark(visit)
    if mark and request.if_none_match.contains_weak(mark):
        return "", 304
    answer = make_response(_shown(visit, Written(_draft(request.args), in_address=True)))
    if mark:
        answer.set_etag(mark, weak=True)  # how long is left also depends on the hour
    return answer


@blueprint.post("/t/<token>", defaults=OF_A_PHASE)
@blueprint.post("/s/<token>", defaults=OF_A_SEAT)
def act(token: str, kind: type[Actor]) -> ResponseReturnValue:
    request.get_data(cache=True)  # before the form is read, which uses it up
    visit, do = _visit(read(token, kind)), request.form.get("do", "play")
    written = Written(_draft(request.form), request.form.get("text", ""))
    if do == "preview":
        return _shown(visit, written)
    try:
        receipt = _done(visit, do, written.text)
    except Refusal as refusal:
        return _shown(visit, written, refusal=refusal)
    return _shown(visit, Written({}), receipt=receipt)


@blueprint.get("/t/<token>/log", defaults=OF_A_PHASE)
@blueprint.get("/s/<token>/log", defaults=OF_A_SEAT)
def log(token: str, kind: type[Actor]) -> ResponseReturnValue:
    visit = _visit(read(token, kind))
    after = _number("after", request.args.get("after", "0"))
    try:
        found = looking.log(visit.token, visit.token.match, after, LOG_PAGE, visit.tongue)
    except Refusal as refusal:
        return table_shut.show(visit, refusal, _mark(visit))
    return render_template("table_log.html", log=found, visit=visit)


def _visit(held: Actor) -> Visit:
    language = languages.present()
    carried = {"lang": language} if "lang" in request.args else {}
    return Visit(held, g.reader, language, languages.tongue(language), carried, now())


def _draft(given: MultiDict[str, str]) -> dict[str, list[str]]:
    return {name: given.getlist(name) for name in given if name not in NO_DRAFT}


def _shown(
    visit: Visit,
    written: Written,
    refusal: Refusal | None = None,
    receipt: Receipt | None = None,
) -> ResponseReturnValue:
    """The table with what became of the form on top, or that alone where the table is gone."""
    status = 200 if refusal is None else problems.TABLE[refusal.code].status
    mark = _mark(visit)  # first: a page newer than its mark is only looked at once too often
    try:
        seat = sitting.sit(visit.token, visit.tongue, visit.now)
    except Refusal as gone:
        return table_shut.show(visit, gone, mark, receipt)
    page = table_page.arrange(visit, seat, written, refusal)
    shown = render_template("table.html", page=page, visit=visit, receipt=receipt, mark=mark)
    return shown, status


def _mark(visit: Visit) -> str:
    """What tells whether this page has changed; none where the link's phase is over."""
    try:
        return f"{looking.mark(visit.token, visit.token.match)}.{visit.language}"
    except Refusal:
        return ""


def _done(visit: Visit, do: str, text: str) -> Receipt:
    if do == "withdraw":
        sealed.withdraw(visit.token, visit.now)
        return withdrawn(visit.tongue)
    if do != "play":
        raise Refusal("malformed", N_("The form does not say what to do."))
    body = request.get_data(cache=True)
    # The path that is kept is the route's: the real one holds the token.
    sent = Sent(body, "POST", request.host[:LONGEST_AUTHORITY], str(request.url_rule), _key(body))
    asked = Asked(_number("turn", request.form.get("turn", "")), None, text)
    return of_answer(play.submit(visit.token, sent, asked, visit.now), visit.tongue)


def _key(body: bytes) -> str | None:
    """A second click on an open turn gets the first answer; a sealed one simply counts anew."""
    return None if request.form.get("sealed") else "form " + sha256(body).hexdigest()


def _number(name: str, text: str) -> int:
    if not text.isdecimal() or len(text) > LONGEST_NUMBER:
        raise Refusal("malformed", say(N_("The form's {name} should be a number."), name=name))
    return int(text)
