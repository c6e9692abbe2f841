"""The page that checks a record in the reader's own browser, and the same page as one file."""

import base64
import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from flask import Response, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from engine.words import FAULTS, N_, REFUSALS, UNCHECKED
from service import languages
from service.pages.front import blueprint

STATIC = Path(__file__).parent / "static"
# In the order in which they build on each other.
VERIFIER = tuple(
    f"verify/{name}.js"
    for name in (
        "json",
        "shapes",
        "hashes",
        "chain",
        "luck",
        "ed25519",
        "signing",
        "signatures",
        "verify",
    )
)
SCRIPTS = (*VERIFIER, "verify/page.js")
STYLES = ("moai.css", "pages.css", "verify/verify.css")
FILE = "moai-post-verify.html"

# What only who knows the rules can find.
BY_RULES: Final = (
    "differs",
    "no_outcome",
    "other_meaning",
    "refused",
    "unlike_seats",
    "wrong_outcome",
)
SAID: Final[Mapping[str, str]] = {
    "busy": N_("Checking …"),
    "sound": N_("Nothing is wrong"),
    "sound_so_far": N_("Nothing is wrong so far: the match still runs"),
    "faulty": N_("Something is wrong in this record"),
    "no_record": N_("This could not be checked"),
    "code": N_("Entry {entry}, {code}: the command line names the same."),
    "unchecked": N_("Not checked here"),
    "match": N_("Match"),
    "entries": N_("Entries"),
    "head": N_("Head"),
    "signatures": N_("Signatures that hold"),
}
REFUSED: Final[Mapping[str, str]] = {
    **{code: str(REFUSALS[code]) for code in ("wrong_shape", "unknown_field", "missing_field")},
    "not_json": N_("This file is not JSON as a record has it: see line {line}, column {column}."),
    "unread": N_("This file cannot be read as text."),
    "no_match": N_("There is no such match here."),
    "not_started": N_("The match has not started, so it has no record yet."),
    "unreached": N_("The service could not be reached. A record from a file needs no service."),
    "no_crypto": N_(
        "This browser lends its cryptography to https pages and to files only. Save the page as "
        "one file and open that."
    ),
}
UNDONE: Final[Mapping[str, str]] = {
    **{code: str(said) for code, said in UNCHECKED.items()},
    "rules": N_("whether the rules allow each step: the command below checks that too"),
    "ed25519": N_("the signatures: this browser does not know Ed25519, a newer one does"),
}


@blueprint.get("/verify")
def verify() -> ResponseReturnValue:
    return render_template("verify.html", sentences=dict(_sentences()), scripts=SCRIPTS)


@blueprint.get("/verify.html")
def verify_alone() -> ResponseReturnValue:
    """For who trusts this service so little that the checker shall not come from it each time."""
    script, style = _joined(SCRIPTS), _style()
    page = render_template(
        "verify_alone.html",
        sentences=dict(_sentences()),
        script=Markup(script),  # noqa: S704  # our own files
        style=Markup(style),  # noqa: S704  # our own files
        policy=f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'",
    )
    kept = {"Content-Disposition": f'attachment; filename="{FILE}"'}
    return Response(page, content_type="text/html; charset=utf-8", headers=kept)


def _sentences() -> Iterator[tuple[str, str]]:
    """Each by its code, in the reader's language; what it puts in is still in braces."""
    faults = {code: str(said) for code, said in FAULTS.items() if code not in BY_RULES}
    tables = {"said": SAID, "fault": faults, "refusal": REFUSED, "unchecked": UNDONE}
    tongue = languages.present_tongue()
    for table, words in tables.items():
        yield from ((f"{table}:{code}", tongue.say(words[code])) for code in words)


def _joined(names: tuple[str, ...]) -> str:
    return "\n".join((STATIC / name).read_text(encoding="utf-8") for name in names)


def _style() -> str:
    """Without our fonts, which are files of their own."""
    lines = _joined(STYLES).splitlines()
    return "\n".join(line for line in lines if not line.startswith("@font-face"))


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
