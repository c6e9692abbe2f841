"""The form of a policy: what a person filled in as which letters come when, and the other way."""

from collections.abc import Mapping
from typing import Any, Final

from engine.words import N_
from service import languages
from service.pages.filling import Filled
from service.players import wrong
from service.post import policy
from service.post.policy import Chosen

SAME, NONE, OWN = "same", "none", "own"
KINDS: Final[Mapping[str, str]] = {
    "resolved": N_("sealed actions lie open"),
    "reminder": N_("somebody reminds me of my turn"),
    "receipt": N_("an action of mine was taken"),
    "extended": N_("everyone gets more time"),
    "paused": N_("the match is paused"),
    "resumed": N_("the match goes on after a pause"),
    "away": N_("somebody is away"),
    "message": N_("somebody writes to the table"),
}
ALONE = N_("Each match by itself")
TOGETHER = N_("All in one, at {hour}")
BOTH = N_("Choose both hours, or none.")


def kinds(receipts: bool) -> list[tuple[str, str]]:  # noqa: FBT001  # the template has it by place
    """What can be ticked; a match has no receipts where nobody wants them."""
    say = languages.present_tongue().say
    return [(f"tell.{kind}", say(KINDS[kind])) for kind in _offered(receipts=receipts)]


def _offered(*, receipts: bool) -> list[str]:
    return [kind for kind in KINDS if receipts or kind != "receipt"]


def digests(*first: tuple[str, str]) -> list[tuple[str, str]]:
    say = languages.present_tongue().say
    struck = [(str(hour), say(TOGETHER).format(hour=_clock(hour))) for hour in policy.HOURS]
    return [*first, (NONE, say(ALONE)), *struck]


def hours() -> list[tuple[str, str]]:
    say = languages.present_tongue().say
    return [(NONE, say(N_("no quiet hours")))] + [(str(one), _clock(one)) for one in policy.HOURS]


def quiets(own: Chosen) -> list[tuple[str, str]]:
    """For one match: as everywhere, never quiet, or what a program chose for it."""
    say = languages.present_tongue().say
    chosen = own.get("quiet")
    kept = [] if chosen is None else [(OWN, _span(chosen))]
    return [
        (SAME, say(N_("As everywhere"))),
        (NONE, say(N_("Letters of this match come at any hour"))),
        *kept,
    ]


def _span(quiet: Mapping[str, int]) -> str:
    words = languages.present_tongue().say(N_("From {since} to {until}"))
    return words.format(since=_clock(quiet["from"]), until=_clock(quiet["to"]))


def _clock(hour: int) -> str:
    return f"{hour:02}:00"


# --- everywhere


def shown(letters: Mapping[str, Any], *, receipts: bool) -> dict[str, str]:
    quiet = letters["quiet"] or {"from": NONE, "to": NONE}
    told = {kind for kind in KINDS if kind not in letters["off"]}
    if not receipts:
        told.discard("receipt")
    return {
        "delay": str(letters["delay"]),
        "digest": _written(letters["digest"]),
        "quiet_from": str(quiet["from"]),
        "quiet_to": str(quiet["to"]),
        **{f"tell.{kind}": "yes" for kind in told},
    }


def read(filled: Filled) -> Chosen:
    """What was chosen; a fault is noted at its field, and the whole is refused."""
    chosen: Chosen = {
        "delay": filled.number("delay", 0, policy.MOST_DELAY, 0),
        "digest": _hour(filled, "digest"),
        "quiet": _quiet(filled),
        "off": _off(filled, receipts=False),  # whether they come is said beside the policy
    }
    filled.demand_right()
    return chosen


def _quiet(filled: Filled) -> dict[str, int] | None:
    since, until = _hour(filled, "quiet_from"), _hour(filled, "quiet_to")
    if since is None and until is None:
        return None

    def both(_: str, field: str) -> dict[str, int]:
        if since is None or until is None or since == until:
            wrong(field, "half_quiet", BOTH)
        return {"from": since, "to": until}

    nothing: dict[str, int] = {}
    return filled.read(both, "quiet_to", nothing)


def _hour(filled: Filled, field: str) -> int | None:
    found = filled.one_of(field, {NONE, *map(str, policy.HOURS)}, NONE)
    return None if found == NONE else int(found)


def _off(filled: Filled, *, receipts: bool) -> list[str]:
    return [kind for kind in _offered(receipts=receipts) if not filled.ticked(f"tell.{kind}")]


def _written(hour: int | None) -> str:
    return NONE if hour is None else str(hour)


# --- in one match


def shown_own(own: Chosen, letters: Mapping[str, Any]) -> dict[str, str]:
    quiet = SAME if "quiet" not in own else NONE if own["quiet"] is None else OWN
    delay = own.get("delay")
    return {
        **shown(letters, receipts=True),
        "delay": "" if delay is None else str(delay),
        "digest": _written(own["digest"]) if "digest" in own else SAME,
        "quiet": quiet,
        "kinds": OWN if "off" in own else SAME,
    }


def read_own(filled: Filled, before: Chosen, *, receipts: bool) -> Chosen:
    """What is left open is as everywhere."""
    chosen: Chosen = {}
    if filled.value("delay").strip():
        chosen["delay"] = filled.number("delay", 0, policy.MOST_DELAY, 0)
    if filled.value("digest", SAME) != SAME:
        chosen["digest"] = _hour(filled, "digest")
    quiet = filled.one_of("quiet", {SAME, NONE, OWN}, SAME)
    if quiet == NONE:
        chosen["quiet"] = None
    elif quiet == OWN and "quiet" in before:
        chosen["quiet"] = before["quiet"]
    if filled.one_of("kinds", {SAME, OWN}, SAME) == OWN:
        chosen["off"] = _off(filled, receipts=receipts)
    filled.demand_right()
    return chosen
