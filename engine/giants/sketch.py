"""The island and the clans in letters, for a terminal."""

from collections.abc import Iterator

from engine.giants import ruleset
from engine.giants.board import Island
from engine.giants.state import HEADDRESS, Crew, Crowd
from engine.giants.view import ClanView, ItemView, View
from engine.hexes import Hex

_MARKS = {"moai-quarry": "M", "headdress-quarry": "H", "village": "V", "hut": "S"}


def sketch(island: Island, view: View) -> str:
    parts = [_heading(view), *_map(island, view), "", *_legend()]
    parts += ["", *_crews(island, view), *_items(island, view), *_bases(island, view)]
    parts += ["", *(_clan(view, clan) for clan in view.clans)]
    if view.mine is not None:
        have = view.mine
        parts.append(
            f"Behind your screen: {_crowd(have.figures)}; markers {have.markers}, "
            f"logs {have.logs}, bases {have.bases}."
        )
    return "\n".join(parts) + "\n"


def _heading(view: View) -> str:
    quarry = " ".join(map(str, view.quarry)) or "-"
    return (
        f"Round {view.round}, {view.stage}. Dice {_row(view.dice)}; quarry {quarry}; "
        f"box {_row(view.box)}; headdresses {view.headdresses}; halves {view.halves}; "
        f"logs {view.logs}."
    )


def _row(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _map(island: Island, view: View) -> Iterator[str]:
    """Each hex as its label with marks for what it is and whether something stands there."""
    west = min(2 * place.q + place.r for place in island.labels)
    cells = {place: island.label(place) + _mark(island, view, place) for place in island.labels}
    half = max(map(len, cells.values())) // 2 + 1
    for row in sorted({place.r for place in island.labels}):
        line = ""
        for place in sorted(h for h in island.labels if h.r == row):
            line = line.ljust((2 * place.q + place.r - west) * half) + cells[place]
        yield line


def _mark(island: Island, view: View, place: Hex) -> str:
    site = island.site_at.get(place)
    mark = _MARKS[site] if site else ""
    if place in island.forests:
        mark += "x" if place in view.cut else f"f{island.forests[place]}"
    mark += "." * len(island.ahus_at[place])
    busy = any(crew.at == place for crew in view.crews) or any(i.at == place for i in view.items)
    return mark + "*" if busy else mark


def _legend() -> Iterator[str]:
    yield "M moai quarry, H headdress quarry, V village, S sorcerers' hut, f4 forest of 4 logs,"
    yield "x cut forest, a dot for each ahu, * something stands there"


def _crews(island: Island, view: View) -> Iterator[str]:
    for crew in view.crews:
        yield f"{island.label(crew.at):>4}  {_crew(crew)}"


def _crew(crew: Crew) -> str:
    crowds = [
        f"{ruleset.COLOURS[seat]} {_crowd(crowd)}"
        for seat, crowd in enumerate(crew.crowds)
        if crowd
    ]
    return "; ".join([*crowds, f"logs {crew.logs}"] if crew.logs else crowds)


def _crowd(crowd: Crowd) -> str:
    parts = [f"{crowd.workers} worker{'' if crowd.workers == 1 else 's'}"] if crowd.workers else []
    parts += ["sorcerer"] if crowd.sorcerer else []
    parts += ["chief"] if crowd.chief else []
    return ", ".join(parts) or "nobody"


def _items(island: Island, view: View) -> Iterator[str]:
    for item in view.items:
        yield f"{_place(island, item):>4}  {_item(item)}"


def _place(island: Island, item: ItemView) -> str:
    return "-" if item.at is None else island.label(item.at)


def _item(item: ItemView) -> str:
    name = "headdress" if item.size == HEADDRESS else f"moai {item.size}"
    if item.holder is None:
        return f"{name}, abandoned"
    colour = ruleset.COLOURS[item.holder]
    if item.at is None:
        return f"{name}, in front of {colour}'s screen"
    return f"{name}, marked by {colour}" if item.marked else f"{name}, moved by {colour}"


def _bases(island: Island, view: View) -> Iterator[str]:
    for base in view.bases:
        owner = "?" if base.owner is None else ruleset.COLOURS[base.owner]
        what = f"moai {base.size}" if base.size else "reserved"
        crown = " with headdress" if base.topped else ""
        where = island.ahus[base.ahu]
        yield f"{island.label(where.hex):>4}  {where.name}: {what}{crown}, {owner}"


def _clan(view: View, clan: ClanView) -> str:
    notes = []
    if clan.front or clan.front_markers:
        notes.append(f"front: {_crowd(clan.front)}, markers {clan.front_markers}")
    notes += ["first player"] if clan.seat == view.first else []
    notes += ["passed"] if clan.passed else []
    notes += ["awaited"] if clan.seat in view.awaiting else []
    return "; ".join([f"{clan.colour:>7} {clan.score:>3} points, halves {clan.halves}", *notes])
