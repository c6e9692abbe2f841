"""The plan on a table's page: the turn that is planned, what a step would do, and its words."""

from dataclasses import dataclass
from typing import Any, Final

from engine import codec
from engine.game import Option, Phase
from engine.words import N_, Tongue
from service import agreed, table
from service.dry_run import Checked
from service.outlook import Shown
from service.pages.forming import FORMERS
from service.pages.forms import Draft, Offer, Seated
from service.plans import MOST_STEPS
from service.refusals import Refusal
from service.rehearsal import Rehearsal
from service.sitting import Sitting

OTHERWISE: Final = {
    "stop": N_("stop and ask me"),
    "pass": N_("pass"),
    "skip": N_("go on to the next step"),
}
STOPS: Final = {
    "illegal": N_("It has stopped: the rules do not allow its next step any more."),
    "points": N_(
        "It has stopped: its next step would give others more points than when you laid it down."
    ),
    "changed": N_(
        "It has stopped: its next step would mean something else than when you laid it down."
    ),
}
NOTHING: Final = Offer((), "", {}, None)


@dataclass(frozen=True)
class Planned:
    """A turn of the seat that is still to come, as its forms imagine it."""

    phase: str
    words: str
    offer: Offer
    preview: Checked | None
    fault: Refusal | None


@dataclass(frozen=True)
class Wish:
    """A standing preference with its present value, and what else it may be."""

    name: str
    label: str
    summary: str
    value: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Plans:
    """All that the page's section on plans shows."""

    ahead: tuple[tuple[str, str], ...]  # phases and their words
    stopped: str | None
    full: bool
    otherwise: tuple[tuple[str, str], ...]
    wishes: tuple[Wish, ...]
    phases: dict[str, str]
    planned: Planned | None
    fixed: bool  # the link does not reach as far as the plan does, and can only throw it away


def arrange(sitting: Sitting, draft: Draft, tongue: Tongue, *, whole: bool) -> Plans | None:
    """Nothing where the match is at rest or over, nor where only signed requests act.

    The link of a phase plans for its round alone; the `whole` seat's own for all that is ahead.
    """
    if sitting.signed_only or sitting.status != "running":
        return None
    game, laid = sitting.game, sitting.laid
    show = Shown(game, sitting.view, tongue)
    beyond = game.ahead(sitting.state, sitting.seat)
    ahead = beyond if whole else game.in_round(sitting.state, sitting.seat)
    named = {str(phase): show("phase", str(phase)) for phase in beyond}
    return Plans(
        ahead=tuple((str(phase), named[str(phase)]) for phase in ahead),
        stopped=None if laid.stopped is None else tongue.say(STOPS[laid.stopped]),
        full=len(laid.steps) >= MOST_STEPS,
        otherwise=tuple((code, tongue.say(words)) for code, words in OTHERWISE.items()),
        wishes=tuple(_wish(sitting, one, tongue) for one in game.meta.preferences),
        phases=named,
        planned=_planned(sitting, ahead, draft, show),
        fixed=any(step.phase not in ahead for step in laid.plan.steps),
    )


def _wish(sitting: Sitting, option: Option, tongue: Tongue) -> Wish:
    value = sitting.preferences[option.name]
    flags = (("no", agreed.NO), ("yes", agreed.YES))
    choices = [(one, agreed.CHOICES[one]) for one in option.choices] or flags
    return Wish(
        option.name,
        tongue.say(agreed.LABELS[option.name]),
        tongue.say(option.summary),
        ("yes" if value else "no") if isinstance(value, bool) else str(value),
        tuple((one, tongue.say(words)) for one, words in choices),
    )


# --- a turn to come


def _planned(
    sitting: Sitting, ahead: tuple[Phase, ...], draft: Draft, show: Shown
) -> Planned | None:
    """The phase that the draft names; for who only waits, the first that can be imagined."""
    asked = [phase for phase in ahead if [str(phase)] == list(draft.get("ahead", ()))]
    wanted = asked or ([] if sitting.acting else list(ahead))
    imagined = ((phase, _rehearsal(sitting, phase)) for phase in wanted)
    for phase, rehearsal in imagined:
        state = rehearsal.supposed(phase)
        if state is not None:
            return _offered(sitting, phase, rehearsal, state, draft, show)
    return None


def _rehearsal(sitting: Sitting, phase: Phase) -> Rehearsal:
    """At the table as the plan would leave it; where that cannot be told, as it is."""
    made = Rehearsal(sitting.game, sitting.state, sitting.seat)
    for step in sitting.laid.plan.steps:
        made.play(step.action, step.phase)
    if made.supposed(phase) is None:
        return Rehearsal(sitting.game, sitting.state, sitting.seat)
    return made


def _offered(
    sitting: Sitting, phase: Phase, rehearsal: Rehearsal, state: Any, draft: Draft, show: Shown
) -> Planned:
    former = FORMERS.get(sitting.game.meta.slug)
    seated = Seated(sitting.game, state, sitting.seat, show.tongue)
    offer = NOTHING if former is None else former(seated, draft)
    aside = offer.action is not None and sitting.game.aside(offer.action)
    preview, fault = None, None
    if offer.action is not None and not aside:
        preview, fault = _preview(sitting, phase, rehearsal, state, offer.action, show)
    return Planned(str(phase), show("phase", str(phase)), offer, preview, fault)


def _preview(
    sitting: Sitting, phase: Phase, rehearsal: Rehearsal, state: Any, action: Any, show: Shown
) -> tuple[Checked | None, Refusal | None]:
    game = sitting.game
    foreseen = rehearsal.play(action, phase)
    if foreseen.refusal is not None:
        return None, table.worded(game, foreseen.refusal, sitting.view)
    return Checked(
        action=codec.write(type(action), action),
        text=game.say(state, action),
        foreseen=foreseen.told,
        events=[codec.write(type(event), event) for event in foreseen.events],
        sentences=[show.event(event) for event in foreseen.events],
        warnings=[],
    ), None
