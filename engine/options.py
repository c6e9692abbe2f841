"""What a table agreed on: checked against the game's offer and completed with its defaults."""

from collections.abc import Mapping

from engine.errors import Malformed, shown
from engine.game import Meta, Option, Setup, Value


def agreed(meta: Meta, setup: Setup) -> Setup:
    """The set-up with all of it named, or a refusal that names what is wrong."""
    if setup.seats not in meta.seats:
        raise Malformed("wrong_seats", game=meta.title, allowed=meta.seats, seats=setup.seats)
    rules = meta.rules if setup.rules is None else setup.rules
    if rules not in meta.known:
        raise Malformed("unknown_rules", game=meta.title, rules=shown(rules), known=meta.known)
    return Setup(setup.seats, settled(meta.options, setup.options), rules)


def settled(offer: tuple[Option, ...], given: Mapping[str, Value]) -> dict[str, Value]:
    """A value for each option, or a refusal that names the wrong one."""
    offered = {option.name: option for option in offer}
    for name in given:
        if name not in offered:
            raise Malformed("unknown_option", option=shown(name), known=tuple(offered))
    return {name: _settled(option, given) for name, option in offered.items()}


def _settled(option: Option, given: Mapping[str, Value]) -> Value:
    value = given.get(option.name, option.default)
    if not _fits(option, value):
        raise Malformed("wrong_option", option=option.name, wanted=_wanted(option))
    return value


def _fits(option: Option, value: Value) -> bool:
    if option.kind == "flag":
        return isinstance(value, bool)
    if option.kind == "choice":
        return value in option.choices
    least, most = _span(option)
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _wanted(option: Option) -> str:
    if option.kind == "flag":
        return "true or false"
    if option.kind == "choice":
        return "one of " + ", ".join(option.choices)
    least, most = _span(option)
    return f"a whole number from {least} to {most}"


def _span(option: Option) -> tuple[int, int]:
    return option.least or 0, option.most if option.most is not None else 1_000_000
