"""Tables for tests of plans: Giants at a position put together by hand, and what becomes of it."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import delete

from engine.giants.state import State
from service import hidden, planning, play, stand_ins, table as rows, tokens
from service.plans import Laid, Otherwise
from service.sent import Asked, Sent
from service.store.database import reading, writing
from service.store.entries import all_of
from service.store.letters import Notice
from service.store.matches import Match, Seat
from service.store.submissions import Submission
from tests.parts import tables
from tests.parts.tables import NOON, Table

SENT = Sent(b"{}", "PUT", "moai.example", "/api/v1/matches/m1/plan")
BLUE, GREEN, RED = range(3)
LEFT = "chief, 4 workers, 2 markers"


def at(state: State, name: str = "m1") -> Table:
    """A match of Giants whose people find this table; its log does not lead there."""
    laid = tables.lay(name, "giants")
    with writing() as session:
        row = session.get_one(Match, laid.id)
        played = replace(rows.load(row), state=state)
        game = played.game
        hidden.keep_state(row, rows.snapshot(played))
        row.phase = str(game.phase(state))
        row.sealed, row.awaited = game.sealed(state), sorted(game.awaiting(state))
        session.execute(delete(Notice).where(Notice.match_id == laid.id))  # of the deal
    return laid


def token(table: Table, seat: int) -> tokens.Seat:
    return tokens.Seat(table.id, seat, 1)


def steps(*words: str, otherwise: Otherwise = "stop") -> list[Laid]:
    return [Laid({"text": one}, otherwise) for one in words]


def lay(table: Table, seat: int, *words: str, otherwise: Otherwise = "stop") -> planning.Own:
    return planning.lay(token(table, seat), SENT, steps(*words, otherwise=otherwise), NOON)


def turn(table: Table, seat: int, words: str) -> None:
    """A person's own."""
    sent = Sent(b"{}", "POST", "moai.example", "/turns")
    play.submit(token(table, seat), sent, Asked(table.row().turn, None, words), NOON)


def work(table: Table, now: datetime = NOON) -> int:
    """What a worker does when it is called: how many steps."""
    made = 0
    while stand_ins.act(table.id, now):
        made += 1
    return made


def entries(table: Table) -> list[tuple[int | None, str | None, str | None]]:
    """Seat, by whom, and the kind of action of every entry but the deal."""
    with reading() as session:
        found = [one.public for one in all_of(session, table.id)][1:]
    return [(one.get("seat"), one.get("by"), one.get("action", {}).get("kind")) for one in found]


def submissions(table: Table) -> list[Submission]:
    with reading() as session:
        query = session.query(Submission).filter_by(match_id=table.id).order_by(Submission.id)
        found = query.all()
        session.expunge_all()
        return found


def told(seat: int, *kinds: str) -> list[str]:
    """What this seat was to be told, in order; of these kinds, if any are named."""
    return [
        one.kind
        for one in tables.notices()
        if one.seat == seat and (not kinds or one.kind in kinds)
    ]


def left(table: Table, seat: int) -> list[str]:
    """The steps of a seat's plan, in words."""
    with reading() as session:
        row = session.get_one(Match, table.id)
        chair = session.get_one(Seat, (table.id, seat))
        return [step.text for step in planning.own_of(session, row, chair).steps]
