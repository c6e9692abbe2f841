"""The form of a look under a moai, for a half-tablet (G22)."""

from engine.giants.actions import Peek
from engine.words import N_
from service.pages.forming.giants.asked import Asked, Part, ahu_spot
from service.pages.forms import Choice, Spot, Way


def peek(asked: Asked) -> Part | None:
    ahus = [asked.island.ahus[each.ahu] for each in asked.seated.asides]
    if not ahus:
        return None
    said = asked.one("ahu", [ahu.id for ahu in ahus])
    choices = [Choice("", asked.say(N_("Choose an ahu")))]
    choices += [Choice(ahu.id, ahu.name, asked.island.label(ahu.hex)) for ahu in ahus]
    hint = asked.say(N_("You give a half-tablet back and learn whose base it is. All see where."))
    field = asked.select("ahu", N_("Ahu"), choices, said)
    way = Way("peek", asked.say(N_("Look under a moai")), hint, (field,), whole=True)
    spots = {
        ahu_spot(ahu): Spot(
            {"way": "peek", "ahu": ahu.id},
            asked.say(N_("Look under the moai on {ahu}"), ahu=ahu.name),
        )
        for ahu in ahus
    }
    return Part(way, Peek(said) if said and asked.chosen("peek") else None, spots)
