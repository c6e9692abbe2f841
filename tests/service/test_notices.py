"""Who is told what: whoever must act holds a link that works."""

from random import Random

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from service import looking, notices, play, resolution
from service.notices import Telling
from service.opening import HostSeat
from service.post import composing, gathering
from service.sent import Asked, Sent
from service.store import outbox
from service.store.database import reading, writing
from service.store.letters import Letter, Notice
from service.store.matches import Match
from service.store.players import Player
from tests.parts import openings
from tests.parts.choosing import choose, dice
from tests.parts.openings import BRUNO, CLARA
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


@pytest.mark.parametrize("seated", [True, False])
def test_the_host_hears_of_a_fault_and_of_the_end_also_without_a_seat(
    stored: Flask, *, seated: bool
) -> None:
    chairs = (HostSeat(), BRUNO) if seated else (BRUNO, CLARA)
    faulty, over = openings.running(*chairs), openings.running(*chairs)
    with writing() as session:
        resolution.quarantine(session, session.get_one(Match, faulty), "a fault", openings.NOON)
    with writing() as session:
        row = session.get_one(Match, over)
        row.status = "finished"
        everyone = [Telling(seat, "finished", "entry:9") for seat in range(row.seats)]
        notices.write(session, row, everyone, openings.NOON)
    players = ["Ann", "Bruno"] if seated else ["Ann", "Bruno", "Clara"]

    assert sorted(name for name, *_ in openings.told(faulty, "problem")) == players
    assert sorted(name for name, *_ in openings.told(over, "finished")) == players
    for match_id in (faulty, over):
        gathering.gather(match_id, openings.NOON)
        assert "dropped" not in {state for *_, state in openings.told(match_id)[-len(players) :]}
        with reading() as session:
            waiting = list(session.scalars(select(Letter).where(Letter.match_id == match_id)))
            texts = [_composed(session, letter) for letter in waiting]
        assert len(texts) == len(players)


def _composed(session: Session, letter: Letter) -> bytes:
    row = session.get_one(Match, letter.match_id)
    covered = list(outbox.covered(session, letter.id))
    player = session.get_one(Player, letter.player_id)
    return composing.compose(session, row, player, letter, covered, openings.NOON).text


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
