"""The view as a picture in letters, for a terminal and for letters without pictures."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.game import Outcome, Seat
from engine.rapanui.cards import CARDS, COLUMN, GOODS, Card
from engine.rapanui.view import Cards, Ending, Front, Goods, Own, View
from engine.rapanui.words import (
    CARDS as CARD_NAMES,
    COLOURS,
    COUNTED,
    GOODS as GOOD_NAMES,
    REASONS,
    STAGES,
)
from engine.words import N_, T_, Tongue, tell

_AIR = 2  # between two columns
_COLUMNS, _FRONT = N_("Columns"), N_("  front")
_STACKS, _STONE, _WORTH = N_("Stacks"), N_("Stone"), N_("Worth")
_HAND, _GOODS, _LAID, _WON = N_("My hand"), N_("My goods"), N_("I laid"), N_("Won by")
_LABELS = (_COLUMNS, _FRONT, _STACKS, _STONE, _WORTH, _HAND, _GOODS, _LAID, _WON)
_LINES = {"points": N_("points"), "moai": T_("moai"), "wood": N_("wood")}


def sketch(view: View, tongue: Tongue) -> str:
    """Title, columns, stone and stacks, villages, and what the seat alone sees."""
    told = _Told(tongue)
    parts = [told.title(view), told.columns(view), told.stone(view), told.villages(view)]
    if view.own is not None:
        parts.append(told.own(view.own))
    if view.ending is not None:
        parts.append(told.ending(view.ending))
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts) + "\n"


def _each(goods: Goods) -> list[int]:
    return [getattr(goods, good) for good in GOODS]


@dataclass(frozen=True, slots=True)
class _Told:
    """Rows in a tongue, as wide as its words."""

    tongue: Tongue

    def _say(self, text: str, **facts: object) -> str:
        return self.tongue.say(text).format(**facts)

    def _label(self, text: str = "") -> str:
        """A label, or the empty place of one."""
        labels = (*_LABELS, *COLOURS, *GOOD_NAMES.values())
        wide = _AIR + max(len(self._say(label)) for label in labels)
        return f"{self._say(text) if text else '':<{wide}}"

    def _row(self, label: str, cells: Iterable[object], width: int) -> str:
        return self._label(label) + "".join(f"{cell!s:<{width}}" for cell in cells)

    def _colours(self, seats: Iterable[Seat]) -> str:
        return ", ".join(self._say(COLOURS[seat]) for seat in seats)

    def title(self, view: View) -> Iterator[str]:
        yield self._say(
            N_("Turn {turn}, {seat}: {stage}; awaited: {awaited}"),
            turn=view.turn,
            seat=self._colours([view.active]),
            stage=self._say(STAGES[view.stage]),
            awaited=self._colours(view.awaited) or self._say(N_("nobody")),
        )
        if view.draws:
            yield self._say(N_("Draws still to make: {count}"), count=view.draws)
        if view.valued is not None:
            yield self._say(N_("Valued: {card}"), card=self._say(CARD_NAMES[view.valued]))
        if view.due:
            yield self._say(N_("Cards still to take: {count}"), count=view.due)

    def columns(self, view: View) -> Iterator[str]:
        """Each column with its front card at the foot."""
        wide = _AIR + max(len(self._say(card)) for card in CARD_NAMES.values())
        yield self._row(_COLUMNS, range(1, len(view.columns) + 1), wide)
        for depth in range(COLUMN, 0, -1):
            cards = (self._at(column, depth) for column in view.columns)
            yield self._row(_FRONT if depth == 1 else "", cards, wide)
        yield self._say(
            N_("Deck: {deck} cards; moai discarded: {discarded}"),
            deck=view.deck,
            discarded=view.discarded,
        )

    def _at(self, column: tuple[Card, ...], depth: int) -> str:
        return self._say(CARD_NAMES[column[-depth]]) if depth <= len(column) else ""

    def stone(self, view: View) -> Iterator[str]:
        tribes = enumerate(view.tribes)
        laid = ", ".join(f"{self._colours([n])} {tribe.laid}" for n, tribe in tribes if tribe.laid)
        yield self._counts()
        yield self._counts(_STACKS, view.stacks)
        hidden = self._say(N_("face down: {laid}"), laid=laid) if laid else ""
        yield self._counts(_STONE, view.stone) + hidden

    def _counts(self, label: str = "", goods: Goods | None = None) -> str:
        """A number below each good's name; without numbers, the names."""
        names = [self._say(GOOD_NAMES[good]) for good in GOODS]
        return self._row(label, names if goods is None else _each(goods), len(self._label()))

    def villages(self, view: View) -> list[str]:
        return [self._tribe(seat, tribe) for seat, tribe in enumerate(view.tribes)]

    def _tribe(self, seat: Seat, tribe: Front) -> str:
        have = self._say(
            N_("wood {wood}, points {points}, hand {hand}, goods {goods}"),
            wood=tribe.wood,
            points=tribe.points,
            hand=tribe.hand,
            goods=tribe.goods,
        )
        village = self._listed(tribe.village)
        return f"{self._label(COLOURS[seat])}{have}\n{self._label()}{village}"

    def _listed(self, cards: Cards) -> str:
        counts = ((card, getattr(cards, card)) for card in CARDS)
        told = (tell(COUNTED, c, {"count": n}, tongue=self.tongue) for c, n in counts if n)
        return ", ".join(told) or self._say(N_("nothing"))

    def own(self, own: Own) -> Iterator[str]:
        yield self._label(_HAND) + self._listed(own.hand)
        yield self._label(_GOODS) + self._goods(own.goods)
        if any(_each(own.laid)):
            yield self._label(_LAID) + self._goods(own.laid)

    def _goods(self, goods: Goods) -> str:
        counts = zip(GOODS, _each(goods), strict=True)
        told = (
            self._say(N_("{count} {good}"), count=count, good=self._say(GOOD_NAMES[good]))
            for good, count in counts
            if count
        )
        return ", ".join(told) or self._say(N_("nothing"))

    def ending(self, ending: Ending) -> Iterator[str]:
        """The opened stone, what goods are worth, each seat's reckoning, and who won."""
        outcome = ending.outcome
        yield self._counts()
        yield self._counts(_STONE, ending.stone)
        yield self._counts(_WORTH, ending.worth)
        yield ""
        for seat in range(len(outcome.totals)):
            yield self._reckoned(seat, outcome)
        why = self._say(REASONS[outcome.reason])
        yield f"{self._label(_WON)}{self._colours(outcome.winners)} ({why})"

    def _reckoned(self, seat: Seat, outcome: Outcome) -> str:
        names = {**_LINES, **GOOD_NAMES}
        lines = [line for line in outcome.lines[seat] if line.points]
        told = ", ".join(
            f"{self._say(names[line.where or line.what])} {line.points}" for line in lines
        )
        return f"{self._label(COLOURS[seat])}{outcome.totals[seat]} ({told})"
