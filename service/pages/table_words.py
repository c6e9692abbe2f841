"""What a table's page says of itself: its title, and whom it waits for."""

from engine.words import N_, Tongue
from service.sitting import Sitting

TITLES = {
    "finished": N_("The match is over"),
    "cancelled": N_("This match was cancelled"),
    "paused": N_("This match is paused"),
    "quarantined": N_("This match waits for an operator"),
    "resolving": N_("The sealed actions are being opened"),
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
