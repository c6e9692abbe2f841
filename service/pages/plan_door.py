"""What a table's page does with plans and preferences, by the button that was pressed."""

from collections.abc import Callable, Mapping
from typing import Final, cast, get_args

from werkzeug.datastructures import MultiDict

from engine.game import Option, Value
from engine.registry import GAMES
from engine.words import N_
from service import lobby, planning, seating
from service.pages.table_page import Visit
from service.pages.table_receipt import Receipt
from service.plans import Laid, Otherwise
from service.refusals import Refusal
from service.sent import Sent

FIELDS: Final = ("revision", "otherwise", "phase")
PREFIX: Final = "plan-"
WISH: Final = "wish-"
LONGEST_NUMBER: Final = 9
Form = MultiDict[str, str]
Order = list[tuple[int, Otherwise]]


def concerns(do: str) -> bool:
    return do == "prefer" or do.startswith(PREFIX)


def done(visit: Visit, do: str, form: Form, sent: Sent) -> Receipt:
    if do == "prefer":
        seat = seating.demand_whole(visit.token)
        planning.prefer(seat, _wanted(visit, form), visit.now)
        return _receipt(visit, N_("Your preferences are kept"))
    revision = _number(form.get("revision", ""))
    if do == "plan-forget":
        planning.withdraw(visit.token, visit.now)
        return _receipt(visit, N_("Your plan is thrown away"))
    if do == "plan-add":
        step = Laid(
            {"text": form.get("text", "")},
            _otherwise(form.get("otherwise", "stop")),
            form.get("phase") or None,
        )
        planning.add(visit.token, sent, step, revision, visit.now)
        return _receipt(visit, N_("The step is in your plan"))
    planning.rearrange(visit.token, sent, _rearranged(do, form), revision, visit.now)
    return _receipt(visit, N_("Your plan is changed"))


def _receipt(visit: Visit, title: str) -> Receipt:
    return Receipt(visit.tongue.say(title))


def _rearranged(do: str, form: Form) -> Order:
    """What the list says, after what the button does to one of its steps."""
    listed: Order = [(n, _otherwise(one)) for n, one in enumerate(form.getlist("otherwise"))]
    name, _, place = do.removeprefix(PREFIX).partition("-")
    change = _CHANGES.get(name)
    if change is None:
        raise Refusal("malformed", N_("The form does not say what to do."))
    at = _number(place) if place else 0
    if place and at >= len(listed):
        raise Refusal("malformed", N_("The plan has no such step."))
    return change(listed, at)


def _swapped(order: Order, at: int) -> Order:
    """A step and the one before it; the first stays."""
    if at == 0:
        return order
    return [*order[: at - 1], order[at], order[at - 1], *order[at + 1 :]]


_CHANGES: Mapping[str, Callable[[Order, int], Order]] = {
    "save": lambda order, _: order,
    "up": _swapped,
    "down": lambda order, at: _swapped(order, at + 1) if at + 1 < len(order) else order,
    "drop": lambda order, at: order[:at] + order[at + 1 :],
}


def _otherwise(said: str) -> Otherwise:
    for known in get_args(Otherwise):
        if said == known:
            return cast("Otherwise", known)
    raise Refusal("malformed", N_("The form does not say what to do."))


def _wanted(visit: Visit, form: Form) -> dict[str, Value]:
    game = GAMES[lobby.one(visit.token.match).game]
    return {
        one.name: _value(one, form[f"{WISH}{one.name}"])
        for one in game.meta.preferences
        if f"{WISH}{one.name}" in form
    }


def _value(option: Option, said: str) -> Value:
    return said == "yes" if option.kind == "flag" else said


def _number(said: str) -> int:
    if not said.isdecimal() or len(said) > LONGEST_NUMBER:
        raise Refusal("malformed", N_("The form could not be read."))
    return int(said)
