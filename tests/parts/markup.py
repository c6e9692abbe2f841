"""HTML as a strict reader has it: every element closed in its turn, its shape, its words."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from typing_extensions import override

VOID = {"meta", "br", "img", "base", "link", "input", "hr"}
INLINE = {"a", "b", "bdi", "span"}  # words go on through these
UNSEEN = {"style", "title", "head"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    words: str = ""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.words: list[str] = []

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"an attribute twice: {tag}"
        found = Element(tag, {name: value or "" for name, value in attrs})
        self._part(tag)
        self.elements.append(found)
        if tag not in VOID:
            self.open.append(found)

    @override
    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        raise AssertionError(f"XML's way to end a tag: {tag}")

    @override
    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> ends nothing"
        last = self.open.pop().tag
        assert last == tag, f"</{tag}> while <{last}> is open"

        self._part(tag)

    def _part(self, tag: str) -> None:
        if tag not in INLINE:
            self.words.append(" ")

    @override
    def handle_data(self, data: str) -> None:
        for one in self.open:
            one.words += data
        if not any(one.tag in UNSEEN or _hidden(one) for one in self.open):
            self.words.append(data)


def _hidden(one: Element) -> bool:
    return "display:none" in one.attributes.get("style", "")


@dataclass(frozen=True)
class Page:
    """What a letter's HTML consists of."""

    elements: list[Element] = field(repr=False)
    words: str  # that can be seen, on one line

    @property
    def shape(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(one.tag, tuple(one.attributes)) for one in self.elements]

    def all(self, tag: str) -> list[Element]:
        return [one for one in self.elements if one.tag == tag]


def read(html: str) -> Page:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert not reader.open, [one.tag for one in reader.open]
    return Page(reader.elements, " ".join("".join(reader.words).split()))
