"""Who is told what: whoever must act holds a link that works."""

from random import Random

from flask import Flask
from sqlalchemy import select

from service import looking, play, resolution
from service.sent import Asked, Sent
from service.store.database import reading
from service.store.letters import Notice
from tests.parts.choosing import choose, dice
from tests.service.tables import NOON, Table, begin

SENT = Sent(b"{}", "POST", "", "")
SHORT = {"island": "motu-nui", "max_rounds": 2}


def step(table: Table, luck: Random) -> int:
    """One action of the first seat that still has to act."""
    row = table.row()
    seat = next(one for one in row.awaited if one not in row.submitted)
    offer = looking.sight(table.seat(seat), table.id).choices
    play.submit(table.seat(seat), SENT, Asked(row.turn, choose(offer, luck), None), NOON)
    resolution.resolve(table.id, NOON)
    return seat


def told(table: Table, number: int) -> set[int | None]:
    """The seats that an entry told that it is their turn."""
    with reading() as session:
        query = select(Notice.seat).where(
            Notice.match_id == table.id,
            Notice.kind == "your_turn",
            Notice.cause == f"entry:{number}",
        )
        return set(session.scalars(query))


def test_who_is_awaited_on_in_a_new_phase_gets_a_letter_with_a_link_for_it(app: Flask) -> None:
    """I8 turned round: the old phase's link is dead, so being awaited before is no excuse."""
    luck, crossed = dice(1), 0
    with app.app_context():
        for game, options in (("giants", SHORT), ("rapa-nui", {})):
            table = begin(game, 3, options=options)
            while table.row().status == "running":
                before = table.row()
                seat = step(table, luck)
                after = table.row()
                if after.phase != before.phase and seat in after.awaited:
                    crossed += 1
                    assert seat in told(table, after.number)

    assert crossed > 0
