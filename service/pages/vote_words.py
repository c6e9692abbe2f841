"""Votes on a match's time in words, for a letter's door and for the table's page."""

from engine.words import N_
from service import languages
from service.pages import moments

WANTED = {
    "pause": N_("{name} would like to pause the match."),
    "resume": N_("{name} would like the match to go on."),
    "extend": N_("{name} would like the present deadline to be {time} later."),
}
COUNT = N_("Agreed so far: {agreed}. Needed: {needed}.")


def wanted(kind: str, name: str, hours: int | None) -> str:
    said = languages.present_tongue().say(WANTED[kind])
    return said.format(name=name, time=moments.hours(hours or 0))


def count(agreed: int, needed: int) -> str:
    return languages.present_tongue().say(COUNT).format(agreed=agreed, needed=needed)
