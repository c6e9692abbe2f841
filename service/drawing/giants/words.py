"""What a picture of Giants says in words: its title, and all of it in sentences."""

from collections.abc import Iterator

from engine.giants import ruleset
from engine.giants.board import Island
from engine.giants.state import HEADDRESS, Crowd
from engine.giants.view import BaseView, ClanView, ItemView, View
from engine.giants.words import COLOURS
from engine.hexes import Hex
from engine.words import N_
from service.drawing.look import NONE, Look

STAGES = {
    "bidding": N_("Sealed bids"),
    "picking": N_("Choosing moai"),
    "placement": N_("Placement"),
    "transport": N_("Transport"),
    "recall": N_("Taking markers back"),
    "over": N_("The end"),
}
SITES = {
    "moai-quarry": N_("moai quarry"),
    "headdress-quarry": N_("headdress quarry"),
    "village": N_("village"),
    "hut": N_("sorcerers' hut"),
}


def colour(look: Look, seat: int) -> str:
    return look.say(COLOURS[ruleset.COLOURS[seat]])


def named(look: Look, seat: int) -> str:
    name = look.name(seat)
    return f"{colour(look, seat)} ({name})" if name else colour(look, seat)


def stage(look: Look, view: View) -> str:
    return look.say(STAGES[view.stage])


def title(look: Look, view: View) -> str:
    return look.say(N_("Giants, round {round}: {stage}")).format(
        round=view.round, stage=stage(look, view)
    )


def awaited(look: Look, view: View) -> str:
    """Whom the table waits for; at the end, who won."""
    if view.outcome is not None:
        seats, words = view.outcome.winners, N_("Won by {seats}")
    else:
        seats, words = view.awaiting, N_("Awaited: {seats}")
    return look.say(words).format(seats=", ".join(colour(look, seat) for seat in seats))


def telling(look: Look, island: Island, view: View) -> tuple[str, ...]:
    """Everything that the picture shows, in sentences."""
    return tuple(_sentences(look, island, view))


def _sentences(look: Look, island: Island, view: View) -> Iterator[str]:
    say = look.say
    yield f"{title(look, view)}. {awaited(look, view)}."
    yield say(N_("Island: {island}.")).format(island=island.name)
    yield from _supplies(look, view)
    for clan in view.clans:
        yield _clan(look, view, clan)
    for site, place in island.sites.items():
        yield say(N_("{site}: {hex}.")).format(site=say(SITES[site]), hex=island.label(place))
    yield from _forests(look, island, view)
    for crew in view.crews:
        there = [
            f"{colour(look, seat)}: {_crowd(look, crowd)}"
            for seat, crowd in enumerate(crew.crowds)
            if crowd
        ]
        there += [say(N_("logs: {count}")).format(count=crew.logs)] if crew.logs else []
        yield f"{island.label(crew.at)}: {'; '.join(there)}."
    for item in view.items:
        yield f"{_where(look, island, item.at)}: {_item(look, item)}."
    yield from _ahus(look, island, view)
    if view.mine is not None:
        yield say(
            N_("Behind my screen: {figures}; markers: {markers}; logs: {logs}; bases: {bases}.")
        ).format(
            figures=_crowd(look, view.mine.figures),
            markers=view.mine.markers,
            logs=view.mine.logs,
            bases=view.mine.bases,
        )


def holding(look: Look, view: View) -> tuple[str, ...]:
    """What the seat has whose view it is, a pile each."""
    have = view.mine
    if have is None or view.seat is None:
        return ()
    counts = (
        (N_("Workers: {count}"), have.figures.workers),
        (N_("Sorcerer: {count}"), int(have.figures.sorcerer)),
        (N_("Chief: {count}"), int(have.figures.chief)),
        (N_("Markers: {count}"), have.markers),
        (N_("Logs: {count}"), have.logs),
        (N_("Half-tablets: {count}"), view.clans[view.seat].halves),
        (N_("Bases: {count}"), have.bases),
    )
    return tuple(look.say(words).format(count=count) for words, count in counts)


def _supplies(look: Look, view: View) -> Iterator[str]:
    say = look.say
    yield say(N_("Dice: {dice}. Moai in the quarry, by size: {quarry}.")).format(
        dice=_row(view.dice), quarry=_row(view.quarry)
    )
    yield say(
        N_(
            "In the box: moai of size 1, 2, 3: {box}; headdresses: {headdresses}; "
            "half-tablets: {halves}; logs: {logs}."
        )
    ).format(box=_row(view.box), headdresses=view.headdresses, halves=view.halves, logs=view.logs)


def _row(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers)) or NONE


def _clan(look: Look, view: View, clan: ClanView) -> str:
    say = look.say
    parts = [
        say(N_("points: {score}, half-tablets: {halves}")).format(
            score=score(view, clan), halves=clan.halves
        )
    ]
    if clan.front or clan.front_markers:
        parts.append(
            say(N_("in front of the screen: {figures}; markers: {markers}")).format(
                figures=_crowd(look, clan.front), markers=clan.front_markers
            )
        )
    parts += [say(note) for note in notes(view, clan)]
    return f"{named(look, clan.seat)}: {'; '.join(parts)}."


def score(view: View, clan: ClanView) -> int:
    return clan.score if view.outcome is None else view.outcome.totals[clan.seat]


def notes(view: View, clan: ClanView) -> list[str]:
    """What else is known of a clan, in a word each."""
    found = [N_("first player")] if clan.seat == view.first and view.outcome is None else []
    if view.outcome is not None and clan.seat in view.outcome.winners:
        found.append(N_("winner"))
    if clan.passed and view.outcome is None:
        found.append(N_("passed"))
    if clan.seat in view.awaiting:
        found.append(N_("awaited"))
    return found


def _crowd(look: Look, crowd: Crowd) -> str:
    say = look.say
    parts = [say(N_("workers: {count}")).format(count=crowd.workers)] if crowd.workers else []
    parts += [say(N_("sorcerer"))] if crowd.sorcerer else []
    parts += [say(N_("chief"))] if crowd.chief else []
    return ", ".join(parts) or say(N_("nobody"))


def _forests(look: Look, island: Island, view: View) -> Iterator[str]:
    for place, logs in island.forests.items():
        words = (
            N_("{hex}: a cut forest.")
            if place in view.cut
            else N_("{hex}: a forest, logs: {logs}.")
        )
        yield look.say(words).format(hex=island.label(place), logs=logs)


def _where(look: Look, island: Island, place: Hex | None) -> str:
    return look.say(N_("in front of a screen")) if place is None else island.label(place)


def _item(look: Look, item: ItemView) -> str:
    say = look.say
    if item.size == HEADDRESS:
        name = say(N_("headdress"))
    else:
        name = say(N_("moai of size {size}")).format(size=item.size)
    if item.holder is None:
        return say(N_("{item}, abandoned")).format(item=name)
    if item.at is None:
        words = N_("{item} of {seat}")
    else:
        words = N_("{item}, marked by {seat}") if item.marked else N_("{item}, moved by {seat}")
    return say(words).format(item=name, seat=colour(look, item.holder))


def _ahus(look: Look, island: Island, view: View) -> Iterator[str]:
    bases = {base.ahu: base for base in view.bases}
    for ahu in island.ahus.values():
        told = look.say(
            N_("Ahu {name} at {hex}, moai value {moai}, headdress value {headdress}: {state}.")
        )
        yield told.format(
            name=ahu.name,
            hex=island.label(ahu.hex),
            moai=ahu.moai,
            headdress=ahu.headdress,
            state=_state(look, bases.get(ahu.id)),
        )


def _state(look: Look, base: BaseView | None) -> str:
    say = look.say
    if base is None:
        return say(N_("free"))
    owner = say(N_("owner hidden")) if base.owner is None else colour(look, base.owner)
    if not base.size:
        return say(N_("reserved by {seat}")).format(seat=owner)
    words = (
        N_("moai of size {size} with headdress, {seat}")
        if base.topped
        else N_("moai of size {size}, {seat}")
    )
    return say(words).format(size=base.size, seat=owner)
