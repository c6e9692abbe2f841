"""A match in words before anybody sees its table: game, options, pace, bots, seats, status."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.registry import BOTS, GAMES
from engine.words import N_
from service import agreed, languages, moments as moments_, pacing
from service.lobby import Away, Brief, SeatSeen, Standing
from service.pages import moments

SUMMARIES: Final = {
    "giants": N_(
        "Bid in secret for great stones, line your people up across the island, and haul the "
        "moai to the sea. Whoever helps you is paid in points, and nobody may refuse."
    ),
    "rapa-nui": N_(
        "Build a village card by card. What the goods you gather are worth in the end depends on "
        "what everybody sacrifices along the way."
    ),
}
PICTURES: Final = {
    "giants": N_("The island in the middle of a match: people, forests, and statues on the coast."),
    "rapa-nui": N_("Four columns of cards, the stacks of sacrifice cards, and the stone."),
}
LENGTHS: Final = {
    "giants": N_("Long and deep; a quick match on the small island is shorter."),
    "rapa-nui": N_("Light and quick: some twelve turns for each player."),
}
LEVELS: Final = {
    "greedy": N_("Experienced: plays to win"),
    "random": N_("Beginner: plays at random"),
}
BOT: Final = N_("Bot. {level}")
STATUSES: Final = {
    "unconfirmed": N_("Not confirmed yet"),
    "gathering": N_("Gathering"),
    "running": N_("Running"),
    "finished": N_("Finished"),
    "cancelled": N_("Cancelled"),
}
PEOPLE: Final = {
    "invited": N_("invited, has not answered"),
    "accepted": N_("has accepted"),
    "declined": N_("has declined"),
}
SUBSTITUTES: Final = {
    "waiting": N_("ready to step in"),
    "asked": N_("asked"),
    "seated": N_("has taken a seat"),
    "declined": N_("has declined"),
    "silent": N_("did not answer"),
    "passed": N_("could not be asked"),
}
MEANWHILE: Final = N_("a bot plays meanwhile")
LETTERS: Final = {
    "on_its_way": N_("on its way"),
    "sent": N_("sent"),
    "bounced": N_("came back"),
    "undelivered": N_("could not be delivered"),
    "not_needed": N_("not needed any more"),
}
LETTER: Final = N_("Letter")
ABOUT: Final = {
    "confirm": N_("Confirm your address"),
    "invitation": N_("Invitation"),
    "ready": N_("All have accepted"),
    "declined": N_("Somebody declined"),
    "started": N_("The start"),
    "your_turn": N_("Your turn"),
    "reminder": N_("Reminder"),
    "receipt": N_("Receipt"),
    "resolved": N_("What was sealed lies open"),
    "paused": N_("Paused"),
    "resumed": N_("The match goes on"),
    "extended": N_("More time"),
    "vote": N_("Your table is asked"),
    "plan": N_("Your plan has stopped"),
    "handover": N_("A seat changes hands"),
    "seat_link": N_("Your seat's own link"),
    "player_link": N_("The link to your page"),
    "digest": N_("News of several matches"),
    "away": N_("Somebody is away"),
    "missed": N_("Your time was over"),
    "correction": N_("A step was taken back"),
    "message": N_("Somebody wrote to you"),
    "finished": N_("The end"),
    "cancelled": N_("Cancelled"),
    "problem": N_("A problem"),
}
PACES: Final = {
    6: N_("6 hours: several sittings a day"),
    12: N_("12 hours: a sitting or two a day"),
    24: N_("A day: one sitting a day"),
    48: N_("Two days: no hurry"),
    72: N_("Three days: a few sittings a week"),
    168: N_("A week: once a week"),
    336: N_("Two weeks: at leisure"),
}
COOLINGS: Final = {
    0: N_("None: sealed actions open as soon as all are in"),
    600: N_("Ten minutes"),
    3600: N_("An hour"),
    21600: N_("Six hours"),
}


def _say(text: str) -> str:
    return languages.present_tongue().say(text)


def title(game: str) -> str:
    return GAMES[game].meta.title


def summary(game: str) -> str:
    return _say(SUMMARIES[game])


def picture(game: str) -> str:
    """What the game's scene shows, for who does not see it."""
    return _say(PICTURES[game])


def length(game: str) -> str:
    return _say(LENGTHS[game])


def label(option: str) -> str:
    return _say(agreed.LABELS[option])


def level(bot: str) -> str:
    return _say(LEVELS[bot])


def bot(name: str) -> str:
    return _say(BOT).format(level=level(name))


def bots(game: str) -> list[str]:
    """The strongest first."""
    return [name for name in LEVELS if name in BOTS[game]]


def status(match: Brief) -> str:
    return _say(STATUSES[match.status])


def holder(match: Standing, seat: SeatSeen) -> str:
    """What a seat's holder has said, or that it is a bot; nothing of who simply plays."""
    if seat.kind == "bot" and seat.bot is not None:
        return bot(seat.bot)
    if seat.bot is not None:
        return f"{_say(PEOPLE[seat.status])}; {_say(MEANWHILE)}"
    plays = match.started_at is not None and seat.status == "accepted"
    return "" if plays else _say(PEOPLE[seat.status])


def substitute(status: str) -> str:
    return _say(SUBSTITUTES[status])


def letter(state: str) -> str:
    return _say(LETTERS[state])


def about(kind: str | None) -> str:
    """What a letter is about, in a few words."""
    return _say(ABOUT.get(kind or "", LETTER))


def paces(*present: int) -> dict[int, str]:
    """The usual ones, and those that a match has already."""
    unusual = {hours: moments.hours(hours) for hours in present if hours not in PACES}
    return dict(sorted((PACES | unusual).items()))


def pace(match: Brief) -> list[tuple[str, str]]:
    """When time runs in a match, and what absence leads to."""
    return agreed.pace(pacing.read(match.pace), languages.present_tongue())


def away(days: Away) -> str:
    """When somebody is away."""
    language = languages.present()
    first, last = (moments_.day(one, language) for one in (days.first_day, days.last_day))
    return _say(N_("away from {first} to {last}")).format(first=first, last=last)


def spans(table: Mapping[int, str]) -> list[tuple[int, str]]:
    """Stretches of time to choose from."""
    return [(length, _say(words)) for length, words in table.items()]


def chosen(values: Sequence[str]) -> list[tuple[str, str]]:
    return [(value, _say(agreed.CHOICES[value])) for value in values]


def options(match: Brief) -> list[tuple[str, str]]:
    """Each option of a match: its label, and its value in words."""
    known = GAMES[match.game].meta.options
    return agreed.said(known, match.options, languages.present_tongue())
