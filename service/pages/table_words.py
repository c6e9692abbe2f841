"""What a table's page says of itself: its title, whom it waits for, why something was refused."""

from engine.words import N_, REFUSALS, Tongue, tell
from service.refusals import Refusal
from service.sitting import Sitting

TITLES = {
    "finished": N_("The match is over"),
    "cancelled": N_("This match was cancelled"),
    "paused": N_("This match is paused"),
    "quarantined": N_("This match waits for an operator"),
    "resolving": N_("The sealed actions are being opened"),
}
# What happened to the match; what is wrong with an action, the game's own words say.
REFUSED = {
    "stale": N_("The match has moved on. This is the table as it is now."),
    "match_over": N_("The match is over."),
    "resolving": N_("The phase is closed, and its actions are being opened."),
    "paused": N_("The match is paused: nothing can be done until the host resumes it."),
    "quarantined": N_("The match waits for an operator: nothing can be done until then."),
}


def title(sitting: Sitting, tongue: Tongue) -> str:
    if sitting.status in TITLES:
        return tongue.say(TITLES[sitting.status])
    if sitting.seen.submitted:
        return tongue.say(N_("Your action is sealed"))
    if sitting.seen.awaited:
        return tongue.say(N_("Your turn"))
    return tongue.say(N_("Waiting for {names}")).format(names=awaited(sitting))


def awaited(sitting: Sitting) -> str:
    people = sitting.seen.people
    return ", ".join(one.name for one in people if one.awaited and not one.submitted)


def refused(refusal: Refusal, sitting: Sitting, tongue: Tongue) -> str:
    """A refusal in the reader's words, as far as it has any but English ones."""
    game, reason = sitting.game, str(refusal.facts.get("reason", ""))
    words = {**REFUSALS, **game.words}
    if reason in words:
        view = sitting.view
        show = lambda name, value: game.show(view, name, value, tongue)  # noqa: E731  # two words long
        return tell(words, reason, refusal.facts, show, tongue)
    return tongue.say(REFUSED.get(refusal.code, refusal.detail))
