"""The page where no table can be shown: the link's phase is over, or nothing is dealt yet."""

from dataclasses import dataclass, replace

from flask import render_template
from flask.typing import ResponseReturnValue

from engine.registry import GAMES
from engine.words import N_
from service import lobby, talking
from service.api import problems
from service.pages import table_talk
from service.pages.table_page import Visit
from service.pages.table_picture import Pictured, pictured
from service.pages.table_receipt import Receipt
from service.pages.table_talk import SILENT, Spoken, Talk
from service.refusals import Refusal

OVER = N_("This phase is over")
MOVED_ON = (
    N_("This link was for one phase of the match, and that phase is over."),
    N_("Open the newest letter: its link is for the present phase."),
)
MADE = (
    N_("With this, the phase of this link is over."),
    N_("A letter comes when it is your turn again."),
)
UNDEALT = {
    "gathering": (
        N_("The match has not started"),
        (N_("You have your seat. The match begins once everyone has accepted."),),
    ),
    "cancelled": (N_("This match was cancelled"), (N_("Nothing more comes of it."),)),
}


@dataclass(frozen=True)
class Shut:
    title: str
    words: tuple[str, ...]
    match: str
    game: str
    people: tuple[str, ...] = ()
    receipt: Receipt | None = None
    pictured: Pictured | None = None
    waits: bool = False
    talk: Talk | None = None
    unsent: str = ""  # a message that came too late


def show(
    visit: Visit,
    refusal: Refusal,
    mark: str,
    receipt: Receipt | None = None,
    spoken: Spoken = SILENT,
) -> ResponseReturnValue:
    if refusal.code == "stale":
        return _page(visit, _moved_on(visit, receipt, spoken)), 200 if receipt else _status(refusal)
    if refusal.code == "not_started":
        undealt = _undealt(visit, str(refusal.facts["status"]), spoken)
        return _page(visit, undealt, mark), spoken.status
    raise refusal


def _status(refusal: Refusal) -> int:
    return problems.TABLE[refusal.code].status


def _page(visit: Visit, shut: Shut, mark: str = "") -> str:
    return render_template("table_shut.html", page=shut, visit=visit, mark=mark)


def _moved_on(visit: Visit, receipt: Receipt | None, spoken: Spoken) -> Shut:
    say, standing = visit.tongue.say, lobby.one(visit.token.match)
    names = tuple(seat.name for seat in standing.seats)
    scene = None if receipt is None else receipt.scene
    return Shut(
        title=say(OVER),
        words=tuple(map(say, MOVED_ON if receipt is None else MADE)),
        match=standing.match,
        game=GAMES[standing.game].meta.title,
        receipt=receipt,
        pictured=None if scene is None else pictured(replace(scene, names=names), visit.tongue),
        unsent=spoken.text,
    )


def _undealt(visit: Visit, status: str, spoken: Spoken) -> Shut:
    say, standing = visit.tongue.say, lobby.one(visit.token.match)
    title, words = UNDEALT.get(status, UNDEALT["gathering"])
    return Shut(
        title=say(title),
        words=tuple(map(say, words)),
        match=standing.match,
        game=GAMES[standing.game].meta.title,
        people=tuple(seat.name for seat in standing.seats),
        waits=status != "cancelled",
        talk=table_talk.arrange(
            talking.look(visit.token, visit.now), spoken, visit.reader, visit.language
        ),
    )
