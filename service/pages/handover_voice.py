"""What the table is asked about who sits at it: agree, or object, that a seat changes hands."""

from engine.words import N_
from service import handovers, languages, tokens
from service.handovers import Proposal
from service.pages.door import Button, Door
from service.pages.moments import moment, now
from service.refusals import Refusal

DECIDED = {
    "done": N_("This was decided: the seat has changed hands."),
    "stopped": N_("This was decided: it was stopped, or another was proposed."),
}
AGREED = N_("You have agreed")
WHEN = N_(
    "It happens when {former} agrees, when all the others do, or on {moment} unless somebody "
    "objects before."
)
STOPS = N_("One objection stops it.")


def _told(text: str, asked: Proposal) -> str:
    said = languages.present_tongue().say(text)
    at = moment(asked.effective_at)
    return said.format(former=asked.former, successor=asked.successor, moment=at)


def say(held: tokens.Voice, do: str) -> Door:
    asked = handovers.look(held)
    if do == "object":
        handovers.object_to(held, asked.seat, now())
        stays = N_("The seat stays with {former}. All are told.")
        return Door(_told(N_("You have objected"), asked), (_told(stays, asked),))
    if do != "consent":
        raise Refusal("malformed", N_("The form does not say what to do."))
    seen = handovers.consent(held, asked.seat, now())
    if asked.seat in {one.seat for one in seen.handovers}:
        became = N_("It is noted. All are told once the seat changes hands.")
    else:
        became = N_("The seat of {former} has changed hands.")
    return Door(_told(AGREED, asked), (_told(became, asked),))


def asking(held: tokens.Voice) -> Door:
    asked = handovers.look(held)
    if asked.status != "waiting":
        return Door(
            _told(N_("A seat changes hands"), asked), (_told(DECIDED[asked.status], asked),)
        )
    return Door(
        title=_told(N_("Shall a seat change hands?"), asked),
        words=words(asked),
        buttons=buttons(asked, held.seat),
    )


def words(asked: Proposal) -> tuple[str, ...]:
    wanted = N_("The host wants to give the seat of {former} to {successor}.")
    return tuple(_told(text, asked) for text in (wanted, WHEN, STOPS))


def buttons(asked: Proposal, seat: int) -> tuple[Button, Button]:
    """To object, and to agree, as this seat would say it."""
    agree = N_("Give up my seat") if asked.seat == seat else N_("I agree")
    return (
        Button("object", _told(N_("I object"), asked)),
        Button("consent", _told(agree, asked), quiet=True),
    )
