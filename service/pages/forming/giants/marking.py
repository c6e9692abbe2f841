"""The forms about markers alone: a pass, which may lay some (G14), and the recall (G20)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeVar

from engine.giants.actions import Pass, Recall
from engine.giants.notation import say_size, say_which
from engine.giants.state import ItemSize
from engine.words import N_
from service.pages.forming.giants.asked import Asked, Part
from service.pages.forms import Choice, Field, Way

T = TypeVar("T")


def leave(asked: Asked) -> Part:
    """A pass; in transport it may mark what lies in front of the screen."""
    front = _front(asked)
    marked = asked.several("mark", front)[: asked.own.markers]
    fields = (_marks(asked, front, marked),) if front else ()
    way = Way("pass", asked.say(N_("Pass")), _hint(asked), fields, whole=True)
    action = Pass(tuple(front[value] for value in marked))
    return Part(way, action if asked.chosen("pass") else None)


def _front(asked: Asked) -> dict[str, ItemSize]:
    if asked.view.stage != "transport" or not asked.own.markers:
        return {}
    return _numbered((say_size(size), size) for size in asked.facts.front)


def _marks(asked: Asked, front: Mapping[str, ItemSize], marked: tuple[str, ...]) -> Field:
    choices = tuple(Choice(value, asked.title("size", size)) for value, size in front.items())
    hint = asked.say(N_("Your markers: {count}."), count=asked.own.markers)
    label = asked.say(N_("Mark in front of your screen"))
    return Field("mark", label, "checks", choices, marked, hint=hint)


def _hint(asked: Asked) -> str:
    said = [asked.say(N_("You do no more in this phase."))]
    if asked.view.stage == "transport" and asked.facts.front:
        said.append(asked.say(N_("What you do not mark is anybody's in the next round.")))
    return " ".join(said)


def recall(asked: Asked) -> Part:
    """No spots: what is sealed never stands in an address."""
    items = _numbered((say_which(asked.island, w, "at"), w) for w in asked.facts.items)
    said = asked.several("item", items)
    choices = tuple(
        Choice(
            value,
            asked.say(
                N_("{item} on {hex}"),
                item=asked.title("size", which.size),
                hex=asked.island.label(which.at),
            ),
        )
        for value, which in items.items()
    )
    label = asked.say(N_("Markers to take back"))
    way = Way(
        "recall",
        asked.say(N_("Take markers back")),
        asked.say(N_("You give up an item whose marker you take back; you keep the others.")),
        (Field("item", label, "checks", choices, said),),
        whole=True,
    )
    action = Recall(tuple(items[value] for value in said))
    return Part(way, action if asked.chosen("recall") else None)


def _numbered(named: Iterable[tuple[str, T]]) -> dict[str, T]:
    """Things by their names, which become parts of ids; alike ones are told apart by a number."""
    seen: Counter[str] = Counter()
    found = {}
    for name, thing in named:
        seen[name] += 1
        value = name if seen[name] == 1 else f"{name} no {seen[name]}"
        found[value.replace(" ", "-")] = thing
    return found
