"""The view as a picture in letters, for a terminal."""

from collections.abc import Iterable

from engine.game import Outcome, Seat
from engine.rapanui.cards import CARDS, COLUMN, GOODS, Card
from engine.rapanui.view import Cards, Ending, Front, Goods, Own, View
from engine.rapanui.words import CARDS as CARD_NAMES, COLOURS, REASONS, STAGES

_WIDTH = max(map(len, CARD_NAMES.values())) + 2
_LABEL = 10


def sketch(view: View) -> str:
    """Title, columns, stone and stacks, villages, and what the seat alone sees."""
    parts = [_title(view), _columns(view), _stone(view), _villages(view)]
    if view.own is not None:
        parts.append(_own(view.own))
    if view.ending is not None:
        parts.append(_ending(view.ending))
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts) + "\n"


def _title(view: View) -> list[str]:
    awaited = ", ".join(COLOURS[seat] for seat in view.awaited) or "nobody"
    lines = [
        f"Turn {view.turn}, {COLOURS[view.active]}: {STAGES[view.stage]}; awaited: {awaited}",
    ]
    if view.draws:
        lines.append(f"Draws still to make: {view.draws}")
    if view.valued is not None:
        lines.append(f"Valued: {CARD_NAMES[view.valued]}")
    if view.due:
        lines.append(f"Cards still to take: {view.due}")
    return lines


def _row(label: str, cells: Iterable[object], width: int = _WIDTH) -> str:
    return f"{label:<{_LABEL}}" + "".join(f"{cell!s:<{width}}" for cell in cells)


def _columns(view: View) -> list[str]:
    """Each column with its front card at the foot."""
    rows = [_row("Columns", range(1, len(view.columns) + 1))]
    for depth in range(COLUMN, 0, -1):
        cards = (_at(column, depth) for column in view.columns)
        rows.append(_row("  front" if depth == 1 else "", cards))
    rows.append(f"Deck: {view.deck} cards; moai discarded: {view.discarded}")
    return rows


def _at(column: tuple[Card, ...], depth: int) -> str:
    return CARD_NAMES[column[-depth]] if depth <= len(column) else ""


def _stone(view: View) -> list[str]:
    laid = ", ".join(
        f"{COLOURS[seat]} {tribe.laid}" for seat, tribe in enumerate(view.tribes) if tribe.laid
    )
    return [
        _row("", GOODS, _LABEL),
        _row("Stacks", _each(view.stacks), _LABEL),
        _row("Stone", _each(view.stone), _LABEL) + (f"face down: {laid}" if laid else ""),
    ]


def _each(goods: Goods) -> list[int]:
    return [getattr(goods, good) for good in GOODS]


def _villages(view: View) -> list[str]:
    return [_tribe(seat, tribe) for seat, tribe in enumerate(view.tribes)]


def _tribe(seat: Seat, tribe: Front) -> str:
    have = f"wood {tribe.wood}, points {tribe.points}, hand {tribe.hand}, goods {tribe.goods}"
    return f"{COLOURS[seat]:<{_LABEL}}{have}\n{'':<{_LABEL}}{_listed(tribe.village)}"


def _listed(cards: Cards) -> str:
    counts = ((card, getattr(cards, card)) for card in CARDS)
    return ", ".join(_counted(card, count) for card, count in counts if count) or "nothing"


def _counted(card: Card, count: int) -> str:
    plural = count > 1 and card is not Card.MOAI
    return f"{count} {CARD_NAMES[card]}{'s' if plural else ''}"


def _own(own: Own) -> list[str]:
    lines = [
        f"{'My hand':<{_LABEL}}{_listed(own.hand)}",
        f"{'My goods':<{_LABEL}}{_goods(own.goods)}",
    ]
    if any(_each(own.laid)):
        lines.append(f"{'I laid':<{_LABEL}}{_goods(own.laid)}")
    return lines


def _goods(goods: Goods) -> str:
    counts = zip(GOODS, _each(goods), strict=True)
    return ", ".join(f"{count} {good}" for good, count in counts if count) or "nothing"


def _ending(ending: Ending) -> list[str]:
    """The opened stone, what goods are worth, each seat's reckoning, and who won."""
    outcome = ending.outcome
    winners = ", ".join(COLOURS[seat] for seat in outcome.winners)
    return [
        _row("", GOODS, _LABEL),
        _row("Stone", _each(ending.stone), _LABEL),
        _row("Worth", _each(ending.worth), _LABEL),
        "",
        *(_reckoned(seat, outcome) for seat in range(len(outcome.totals))),
        f"{'Won by':<{_LABEL}}{winners} ({REASONS[outcome.reason]})",
    ]


def _reckoned(seat: Seat, outcome: Outcome) -> str:
    lines = (line for line in outcome.lines[seat] if line.points)
    told = ", ".join(f"{line.where or line.what} {line.points}" for line in lines)
    return f"{COLOURS[seat]:<{_LABEL}}{outcome.totals[seat]} ({told})"
