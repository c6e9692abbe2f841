"""The ratios as an SVG for the docs: a bar each, on a logarithmic scale, with spread and aim."""

from collections.abc import Iterator, Sequence
from html import escape
from math import log10

from bench.harness import Result
from bench.report import Group, ratio

WIDTH, LEFT, RIGHT, LINE, TOP = 720, 390, 56, 32, 34
LOWEST, HIGHEST = 0.001, 10.0
TICKS = (0.001, 0.01, 0.1, 1.0, 10.0)
STYLE = (
    "text{font:12px sans-serif;fill:#222}.t{font-weight:bold}"
    ".o{font-size:10px;opacity:.75}.b{fill:#3b7a8c}.m{fill:#b4552d}"
    ".s{stroke:#222}.g{stroke:#ccc}.a{stroke:#b00;stroke-width:2}"
    "@media(prefers-color-scheme:dark){svg{background:#181818}text{fill:#ddd}.s{stroke:#ddd}"
    ".g{stroke:#444}}"
)


def svg(groups: Sequence[Group]) -> str:
    shown = [group for group in groups if group.rates]
    height = TOP + LINE * (sum(len(group.rates) + 1 for group in shown) + 1)
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
            "<title>Ours beside the baseline: ratios of rates; 1 is as fast</title>",
            f"<style>{STYLE}</style>",
            *_axis(height),
            *_groups(shown),
            "</svg>\n",
        )
    )


def at(value: float) -> float:
    """Where a ratio lies across the picture."""
    share = (log10(min(max(value, LOWEST), HIGHEST)) - log10(LOWEST)) / (
        log10(HIGHEST) - log10(LOWEST)
    )
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def _axis(height: int) -> Iterator[str]:
    for tick in TICKS:
        x = at(tick)
        kind = "s" if tick == 1 else "g"
        yield f'<line class="{kind}" x1="{x}" x2="{x}" y1="{TOP - 8}" y2="{height - 8}"/>'
        yield f'<text x="{x}" y="{TOP - 14}" text-anchor="middle">{tick:g}</text>'


def _groups(groups: Sequence[Group]) -> Iterator[str]:
    y = TOP
    for group in groups:
        y += LINE
        yield f'<text class="t" x="8" y="{y - 9}">{escape(group.title)}</text>'
        for one in group.rates:
            yield from _bar(one, y)
            y += LINE


def _bar(one: Result, y: int) -> Iterator[str]:
    """From one to the ratio; a thin line for the spread, a red mark for the aim."""
    x, base, middle = at(one.ratio.median), at(1.0), y + LINE / 2
    missed = one.aim is not None and one.ratio.median < one.aim
    left, width = min(x, base), round(max(abs(x - base), 1), 1)
    yield f'<text x="8" y="{y + 13}">{escape(one.name)}</text>'
    yield f'<text class="o" x="8" y="{y + 26}">beside {escape(one.beside)}</text>'
    kind = "m" if missed else "b"
    yield f'<rect class="{kind}" x="{left}" y="{y + 8}" width="{width}" height="{LINE - 16}"/>'
    least, most = at(one.ratio.least), at(one.ratio.most)
    yield f'<line class="s" x1="{least}" x2="{most}" y1="{middle}" y2="{middle}"/>'
    if one.aim is not None:
        aim = at(one.aim)
        yield f'<line class="a" x1="{aim}" x2="{aim}" y1="{y + 4}" y2="{y + LINE - 4}"/>'
    yield f'<text x="{WIDTH - 8}" y="{y + 20}" text-anchor="end">{ratio(one.ratio.median)}</text>'
