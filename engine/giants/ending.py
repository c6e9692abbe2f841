"""The final reckoning."""

from engine.game import Line, Outcome, Seat
from engine.giants import ruleset
from engine.giants.board import Island
from engine.giants.state import State


def outcome(island: Island, state: State) -> Outcome | None:
    """Most points win; a tie is shared (G16)."""
    if state.reason is None:
        return None
    lines = tuple(reckoning(island, state, seat) for seat in state.seats)
    totals = tuple(sum(line.points for line in seat_lines) for seat_lines in lines)
    winners = tuple(seat for seat in state.seats if totals[seat] == max(totals))
    return Outcome(state.reason, winners, totals, lines)


def reckoning(island: Island, state: State, seat: Seat) -> tuple[Line, ...]:
    """Prestige from the track, each moai and headdress by its ahu, and whole tablets."""
    standing = [base for base in state.bases if base.owner == seat and base.size]
    moai = [Line("moai", b.ahu, b.size, island.ahus[b.ahu].moai) for b in standing]
    crowns = [
        Line("headdress", b.ahu, 1, island.ahus[b.ahu].headdress) for b in standing if b.topped
    ]
    clan = state.clans[seat]
    scored = sum(line.points for line in moai) if state.options.visible_score else 0
    return (
        Line("prestige", None, clan.score - scored, 1),
        *moai,
        *crowns,
        Line("tablets", None, clan.halves // ruleset.TABLET, ruleset.TABLET_POINTS),
    )
