"""The doors to a table: a letter's link for one phase, and a seat's for the whole match."""

from dataclasses import replace
from hashlib import sha256

from flask import g, make_response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from engine.words import N_
from service import (
    dry_run,
    keys,
    languages,
    looking,
    play,
    returning,
    sealed,
    seat_links,
    seating,
    sitting,
    talking,
    tokens,
    undoing,
)
from service.api import problems
from service.pages import plan_door, table_page, table_say, table_shut, table_talk
from service.pages.door import blueprint, read
from service.pages.moments import now
from service.pages.table_page import Visit, Written
from service.pages.table_receipt import Receipt, came_back, of_answer, on_its_way, withdrawn
from service.pages.table_talk import SILENT, Spoken
from service.refusals import Refusal, say
from service.seating import Actor
from service.sent import Asked, Sent
from service.talking import Words

LONGEST_AUTHORITY = 255
LONGEST_NUMBER = 9
LOG_PAGE = 100
TALK = ("message", "whom", "newest")
NO_DRAFT = ("lang", "do", "turn", "sealed", "text", "sure", "hours", *TALK, *plan_door.FIELDS)
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
    if do == "preview" or (do == "play" and _unsure(visit, written.text)):
        return _shown(visit, written)
    if do == "say":
        return _said(visit, Spoken(request.form.get("message", ""), request.form.get("whom", "")))
    try:
        if do == "resign":
            return table_say.resign(visit)
        receipt = _done(visit, do, written.text)
    except Refusal as refusal:
        return _shown(visit, written, refusal=refusal)
    # Who plans one step mostly plans the next.
    ahead = {"ahead": request.form.getlist("ahead")} if "ahead" in request.form else {}
    return _shown(visit, Written(ahead), receipt=receipt)


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


@blueprint.get("/t/<token>/talk", defaults=OF_A_PHASE)
@blueprint.get("/s/<token>/talk", defaults=OF_A_SEAT)
def talk(token: str, kind: type[Actor]) -> ResponseReturnValue:
    visit = _visit(read(token, kind))
    try:
        found = talking.read(visit.token, request.args.get("after"))
    except Refusal as refusal:
        return table_shut.show(visit, refusal, _mark(visit))
    lines = table_talk.lines(found.items, visit.reader, visit.language)
    return render_template("table_said.html", lines=lines, onward=found.next, visit=visit)


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
    spoken: Spoken = SILENT,
) -> ResponseReturnValue:
    """The table with what became of the form on top, or that alone where the table is gone."""
    status = spoken.status if refusal is None else problems.TABLE[refusal.code].status
    mark = _mark(visit)  # first: a page newer than its mark is only looked at once too often
    try:
        seat = sitting.sit(visit.token, visit.tongue, visit.now)
    except Refusal as gone:
        return table_shut.show(visit, gone, mark, receipt, spoken)
    page = table_page.arrange(visit, seat, written, refusal, spoken)
    facts = {"page": page, "visit": visit, "receipt": receipt, "mark": mark}
    return render_template("table.html", **facts, say=table_say.offered(seat)), status


def _mark(visit: Visit) -> str:
    """What tells whether this page has changed; none where the link's phase is over."""
    try:
        return f"{looking.mark(visit.token, visit.token.match)}.{visit.language}"
    except Refusal:
        return ""


def _done(visit: Visit, do: str, text: str) -> Receipt:
    return _beside(visit, do) or _acted(visit, do, text)


def _beside(visit: Visit, do: str) -> Receipt | None:
    """What needs nothing of the form but its button; None for what acts or plans."""
    said = table_say.act(visit, *do.partition(" ")[::2])
    if said is not None:
        return said
    if do == "withdraw":
        sealed.withdraw(visit.token, visit.now)
        return withdrawn(visit.tongue)
    if do == "return":
        returning.take_back(seating.demand_whole(visit.token), visit.now)
        return came_back(visit.tongue)
    if do == "link":
        seat_links.ask(visit.token, visit.now)
        return on_its_way(visit.tongue)
    return None


def _acted(visit: Visit, do: str, text: str) -> Receipt:
    sent = _sent(_key())
    if plan_door.concerns(do):
        return plan_door.done(visit, do, request.form, sent)
    if do not in ("play", "undo"):
        raise Refusal("malformed", N_("The form does not say what to do."))
    turn = _number("turn", request.form.get("turn", ""))
    if do == "undo":
        return of_answer(undoing.undo(visit.token, sent, turn, visit.now), visit.tongue)
    asked = Asked(turn, None, text)
    return of_answer(play.submit(visit.token, sent, asked, visit.now), visit.tongue)


def _unsure(visit: Visit, text: str) -> bool:
    """Whether to ask once more: the page shows what there is to know, and a button beside it."""
    turn = request.form.get("turn", "")
    if request.form.get("sure") or not _numeral(turn):
        return False
    try:
        return bool(dry_run.warnings(visit.token, Asked(int(turn), None, text), visit.now))
    except Refusal:
        return False  # whoever plays it is told why


def _said(visit: Visit, spoken: Spoken) -> ResponseReturnValue:
    """The page again with the message on it, or with what was written and why it was refused."""
    drafted = Written(_draft(request.args), in_address=True)
    try:
        to = _number("whom", spoken.to) if spoken.to else None
        # Keyed, for a bare hash of it would give short words away. A second click says it once.
        key = "form " + keys.fingerprint("form", request.get_data(cache=True))
        talking.post(visit.token, Words(spoken.text, to), _sent(key), visit.now)
    except Refusal as refusal:
        return _shown(visit, drafted, spoken=replace(spoken, refusal=refusal))
    return _shown(visit, drafted)


def _sent(key: str | None) -> Sent:
    """The path that is kept is the route's: the real one holds the token."""
    body, authority = request.get_data(cache=True), request.host[:LONGEST_AUTHORITY]
    return Sent(body, "POST", authority, str(request.url_rule), key)


def _key() -> str | None:
    """A second click on an open turn gets the first answer; a sealed one simply counts anew."""
    body = request.get_data(cache=True)
    return None if request.form.get("sealed") else "form " + sha256(body).hexdigest()


def _number(name: str, text: str) -> int:
    if not _numeral(text):
        raise Refusal("malformed", say(N_("The form's {name} should be a number."), name=name))
    return int(text)


def _numeral(text: str) -> bool:
    return text.isdecimal() and len(text) <= LONGEST_NUMBER
