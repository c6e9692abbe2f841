"""A door that a letter leads to: looking changes nothing, acting is a POST behind a click.

The token stands in the path and nowhere else; there is no cookie, so no other site can act here.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from flask import Blueprint, g, render_template
from flask.typing import ResponseReturnValue

from engine.words import N_
from service import acquaintance, languages, quotas, tokens
from service.api import problems
from service.pages import faults
from service.refusals import Refusal

blueprint = Blueprint("doors", __name__)

T = TypeVar("T")


@dataclass(frozen=True)
class Button:
    """What a click does: the form's `do`, and its words."""

    do: str
    words: str
    quiet: bool = False


@dataclass(frozen=True)
class Door:
    """A page behind a link: what it is for, what is seen, what may be done."""

    title: str
    words: tuple[str, ...] = ()
    board: str | None = None
    examples: tuple[str, ...] = ()
    line: str | None = None  # the label of one to write in
    written: str = ""
    hidden: dict[str, Any] = field(default_factory=dict)
    buttons: tuple[Button, ...] = ()
    onward: tuple[str, str] | None = None  # a link and its words
    refusal: str | None = None


def read(text: str, kind: type[T]) -> T:
    """The token in the path, which must be of the kind that this door is for.

    The page speaks its holder's language, and tells the time where they live.
    """
    found = tokens.read(text)
    quotas.count_token(found)
    if not isinstance(found, kind):
        raise Refusal("forbidden", N_("That link is for another door."))
    g.reader = acquaintance.of(found)
    languages.choose(g.reader.language)
    return found


def show(door: Door, status: int = 200) -> ResponseReturnValue:
    return render_template("door.html", door=door), status


def refused(refusal: Refusal, again: Callable[[], Door]) -> ResponseReturnValue:
    """The same page once more with the reason on it, or the reason alone where it is gone."""
    kind = problems.TABLE[refusal.code]
    try:
        door = again()
    except Refusal:
        door = Door(languages.present_tongue().say(kind.title))
    return show(replace(door, refusal=faults.said(refusal)), kind.status)
