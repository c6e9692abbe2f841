"""What the table is asked about its time: agree, or disagree, on a letter's own page."""

from collections.abc import Callable, Mapping

from engine.words import N_
from service import languages, tokens, votes
from service.lobby import Standing
from service.pages import vote_words
from service.pages.door import Button, Door
from service.pages.moments import moment, now
from service.refusals import Refusal
from service.votes import Asked

TITLE = N_("Your table is asked")
DECIDED = {
    "done": N_("This was decided: it has happened."),
    "stopped": N_("This was decided: too many are against it."),
    "lapsed": N_("This is over: it was not decided in time, or is no longer needed."),
}
SAID = {
    "agree": N_("You have agreed, and may change your mind."),
    "disagree": N_("You have disagreed, and may change your mind."),
}
UNTIL = N_("More than half of the people at the table must agree by {moment}.")
DO: Mapping[str, Callable[..., Standing]] = {"agree": votes.agree, "disagree": votes.disagree}


def _told(text: str, **facts: str) -> str:
    return languages.present_tongue().say(text).format(**facts)


def say(held: tokens.Voice, do: str) -> Door:
    """The same page again, with what has become of it."""
    if do not in DO:
        raise Refusal("malformed", N_("The form does not say what to do."))
    DO[do](held, held.proposal, now())
    return asking(held)


def asking(held: tokens.Voice) -> Door:
    asked = votes.look(held)
    wanted = vote_words.wanted(asked.kind, asked.proposer, asked.hours)
    if asked.status != "waiting":
        return Door(_told(TITLE), (wanted, _told(DECIDED[asked.status])))
    return Door(
        title=_told(TITLE),
        words=(
            wanted,
            _told(UNTIL, moment=moment(asked.lapses_at)),
            vote_words.count(asked.agreed, asked.needed),
            *_own(asked),
        ),
        buttons=(
            Button("agree", _told(N_("I agree"))),
            Button("disagree", _told(N_("I disagree")), quiet=True),
        ),
    )


def _own(asked: Asked) -> tuple[str, ...]:
    return () if asked.said is None else (_told(SAID[asked.said]),)
