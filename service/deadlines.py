"""At the deadline: what the rules do for an absent seat, counted, until a bot takes over.

`python -m service.deadlines resume` is the operator's word after the guard has held them.
"""

import os
import sys
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from service import app, due, guard, notices, pacing, settings, stand_ins, table
from service.due import Holder
from service.notices import Telling
from service.pacing import Pace
from service.stand_ins import Move
from service.store import matches
from service.store.absences import Absence
from service.store.database import reading, writing
from service.store.matches import Match, Overdue, Seat

MOST = 200  # matches of one look


# --- the look


def overdue(now: datetime) -> list[str]:
    """Matches in which something is to be done for an absent seat; see service/guard.py."""
    with reading() as session:
        found = matches.overdue(session, now)
        seen = guard.look(session, found, now)
    passed = guard.passed(found, seen, now)
    return [one.match for one in passed if _ripe(one, now)][:MOST]


def _ripe(one: Overdue, now: datetime) -> bool:
    """Something other than a deadline has come, or one of them with its spread."""
    if not one.late or one.due_at < min(one.late.values()):
        return True
    return any(at + due.spread(one, one.match, seat) <= now for seat, at in one.late.items())


# --- one match


def enforce(match_id: str, upto: datetime, now: datetime) -> int:
    """Act for every seat that was late at `upto`; how many there were.

    `upto` is the moment of the look that found the match: a message that was delivered late must
    not find deadlines that passed while nobody could act.
    """
    with writing() as session:
        row = matches.locked(session, match_id)
        if row is None or not _in_play(row):
            return 0
        late = [one for one in due.holders(session, row).values() if _late(row, one, upto)]
        for holder in late[: None if row.sealed else 1]:  # an open turn changes whom it waits for
            _act_for(session, row, holder, upto, now)
        due.settle(session, row, now)
        return len(late)


def _in_play(row: Match) -> bool:
    running = row.status == "running" and row.closes_at is None
    return running and row.quarantined_at is None and row.paused_at is None


def _late(row: Match, holder: Holder, upto: datetime) -> bool:
    if not due.waits_for(row, holder.seat):
        return False
    return (
        _past(row, holder.seat, upto)
        or _represented(pacing.read(row.pace), holder, upto) is not None
    )


def _past(row: Match, seat: Seat, upto: datetime) -> bool:
    """Never before the moment that the player was shown."""
    return seat.due_at is not None and seat.due_at + due.spread(row, row.id, seat.number) <= upto


def _represented(pace: Pace, holder: Holder, at: datetime) -> Absence | None:
    """The absence for which the table does not wait, if it is one."""
    return None if pace.absence == "wait" else holder.away(at)


def _act_for(session: Session, row: Match, holder: Holder, upto: datetime, now: datetime) -> None:
    pace = pacing.read(row.pace)
    absence = _represented(pace, holder, upto)
    if absence is None:
        _missed(session, row, holder, pace, now)
    elif pace.absence == "default":
        _default(session, row, holder, now)
    else:
        seat = holder.seat
        seat.stand_in, seat.stand_in_until = stand_ins.usual(row.game), holder.back(absence)
        _seated(session, row, holder)


def _missed(session: Session, row: Match, holder: Holder, pace: Pace, now: datetime) -> None:
    """The game's default, counted, and told; with the last that is borne a bot takes over."""
    seat, cause = holder.seat, f"turn:{row.turn}"
    seat.defaults += 1
    replaced = 0 < pace.patience <= seat.defaults
    facts = {"phase": row.phase, "missed": seat.defaults, "patience": pace.patience}
    tellings = [Telling(seat.number, "missed", cause, facts)]
    if replaced:
        seat.stand_in = stand_ins.usual(row.game)
        tellings += _bot_tellings(row, holder, cause)
    notices.write(session, row, tellings, now)
    _default(session, row, holder, now)
    if replaced:
        _seated(session, row, holder)


def _bot_tellings(row: Match, holder: Holder, cause: str) -> list[Telling]:
    seat = holder.seat
    facts = {"step": "bot", "seat": seat.number, "name": seat.name}
    return [
        Telling(number, "away", f"{cause}:{seat.number}", facts | {"own": number == seat.number})
        for number in range(row.seats)
    ]


def _default(session: Session, row: Match, holder: Holder, now: datetime) -> None:
    played = table.load(row)
    action = played.game.default(played.state, holder.seat.number)
    stand_ins.do(session, row, holder.seat, played, Move(action, "default"), now)


def _seated(session: Session, row: Match, holder: Holder) -> None:
    """A bot sits in for the seat's holder from now on."""
    seat = holder.seat
    seat.due_at = seat.remind_at = None
    seat.revision += 1
    row.revision += 1
    session.flush()
    stand_ins.attend(session, row)


def main(arguments: list[str]) -> int:
    if arguments != ["resume"]:
        sys.stderr.write("usage: python -m service.deadlines resume\n")
        return 2
    with app.create_or_exit(settings.read_or_exit(os.environ)).app_context():
        held = guard.resume(datetime.now(UTC))
    sys.stdout.write("Deadlines are enforced again.\n" if held else "They were not held.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
