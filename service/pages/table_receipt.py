"""Receipts: what a seat's page says once an action is in, and by what it can be known again."""

from dataclasses import dataclass

from engine.words import N_, Tongue
from service import outlook
from service.play import Answer
from service.sealed import Receipt as Sealed
from service.watching import Scene

MADE = N_("Your turn is made")
TITLES = {"peek": N_("You have looked"), "undo": N_("Your step is taken back")}


@dataclass(frozen=True)
class Receipt:
    title: str
    sentences: tuple[str, ...] = ()
    marks: tuple[tuple[str, str], ...] = ()  # each with its label
    scene: Scene | None = None  # the table as the action left it


def of_answer(answer: Answer | Sealed, tongue: Tongue) -> Receipt:
    return _sealed(answer, tongue) if isinstance(answer, Sealed) else _played(answer, tongue)


def _sealed(answer: Sealed, tongue: Tongue) -> Receipt:
    return Receipt(
        tongue.say(N_("It is in, and sealed")),
        (tongue.say(N_("Nobody can read it until all are opened together.")),),
        (
            (tongue.say(N_("Received as number")), str(answer.submission)),
            (tongue.say(N_("Commitment")), answer.commitment),
        ),
    )


def _played(answer: Answer, tongue: Tongue) -> Receipt:
    done, game = answer.done, answer.done.match.game
    return Receipt(
        tongue.say(TITLES.get(done.entry.kind, MADE)),
        tuple(outlook.sentences(done, answer.seat, tongue)),
        (
            (tongue.say(N_("Entry in the record")), str(done.entry.number)),
            (tongue.say(N_("Head of the record")), done.entry.hash),
        ),
        Scene(game, game.view(done.match.state, answer.seat)),
    )


def withdrawn(tongue: Tongue) -> Receipt:
    return Receipt(tongue.say(N_("Your sealed action is withdrawn")))


def on_its_way(tongue: Tongue) -> Receipt:
    """The same whether a letter leaves or not: who asks learns nothing of the address."""
    return Receipt(
        tongue.say(N_("Your seat's own link comes by letter")),
        (
            tongue.say(N_("It goes to the address that this seat was given, and nowhere else.")),
            tongue.say(N_("One leaves every ten minutes at most, and four a day.")),
        ),
    )


def came_back(tongue: Tongue) -> Receipt:
    return Receipt(tongue.say(N_("Your seat is yours again")))
