"""The page that takes a match's record from a file, to be watched here."""

from typing import Any

from flask import redirect, render_template, request
from flask.typing import ResponseReturnValue

from engine.canonical import loads
from engine.errors import Malformed
from engine.words import N_
from service import importing
from service.api import problems
from service.api.records import as_large_as_a_record, named
from service.importing import Brought
from service.pages import faults
from service.pages.filling import Filled
from service.pages.front import blueprint
from service.pages.moments import now
from service.pages.wording import to
from service.players import wrong
from service.refusals import Refusal

SHAPELESS = ("not_plain", "wrong_shape", "unknown_field", "missing_field")
UNREADABLE = N_("This file is no record.")


@blueprint.get("/import")
def import_record() -> ResponseReturnValue:
    return _form(Filled({}))


@blueprint.post("/import")
@as_large_as_a_record
def imported() -> ResponseReturnValue:
    filled = Filled(request.form)
    try:
        asked = Brought(_record(), _names(filled))
        kept = importing.bring(asked, request.remote_addr or "", now())
    except Refusal as refusal:
        said = _plainer(refusal)
        filled.note(said)
        return _form(filled, faults.said(said), problems.TABLE[refusal.code].status)
    return redirect(to(f"/m/{kept.match.match}"), 303)


def _record() -> Any:
    file = request.files.get("record")
    try:
        return loads(file.read().decode() if file else "")
    except (Malformed, UnicodeDecodeError):
        wrong("record", "no_record", UNREADABLE)


def _plainer(refusal: Refusal) -> Refusal:
    """Where a file has not even a record's shape, where exactly is for programs."""
    if refusal.facts.get("reason") in SHAPELESS:
        return Refusal("bad_record", UNREADABLE, field="record", reason="no_record")
    return refusal


def _names(filled: Filled) -> tuple[str, ...]:
    given = filled.value("names")
    return named(given.split(",")) if given.strip() else ()


def _form(filled: Filled, words: str | None = None, status: int = 200) -> ResponseReturnValue:
    return render_template("import.html", filled=filled, words=words), status
