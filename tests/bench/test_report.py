"""What was measured is told whole: in a table, as Markdown, as JSON and as a picture."""

import json
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from bench import chart, report
from bench.harness import Figure, Result
from bench.report import Group
from bench.waits import Amount, Percentiles, Waited

RESULT = Result(
    "sealed bids",
    "bare & quick",
    Figure(475, 400, 500),
    Figure(820, 800, 900),
    Figure(0.58, 0.5, 0.6),
    kept=7,
    dropped=2,
    noisy=False,
    aim=0.7,
)
MS = Percentiles(10, 20, 30, 40)
WAITED = Waited("a bid", "bare", MS, MS, 1.0, events=200, dropped=3, noisy=True)
AMOUNT = Amount("a state", "a board", "bytes", 500, 2000)


@pytest.fixture
def group() -> Group:
    made = Group("turns", "Turns")
    for one in (RESULT, WAITED, AMOUNT):
        made.add(one)
    return made


def test_a_row_says_ratio_spread_aim_and_how_many_pairs_were_dropped() -> None:
    row = report.rate_row(RESULT)

    assert row[4:6] == ("0.58", "0.50 to 0.60")
    assert row[7:] == ("0.70, MISSED", "7 kept, 2 dropped")


def test_an_aim_that_is_just_met_is_reached_and_noise_is_said() -> None:
    row = report.rate_row(replace(RESULT, aim=0.58, noisy=True))

    assert row[7:] == ("0.58, reached", "7 kept, 2 dropped, NOISY")


def test_the_table_has_a_line_for_each_thing_measured(group: Group) -> None:
    text = report.text([group])

    assert [name in text for name in ("sealed bids", "a bid", "a state")] == [True] * 3
    assert "0.25" in text  # 500 of 2000 bytes


def test_the_json_has_every_figure_again(group: Group) -> None:
    read = json.loads(report.as_json([group], {"cores": 2}))

    assert read["about"] == {"cores": 2}
    assert read["groups"][0]["rates"][0]["ratio"] == {"median": 0.58, "least": 0.5, "most": 0.6}
    assert read["groups"][0]["waits"][0]["ours"]["p99"] == 30


def test_the_markdown_has_as_many_cells_in_each_row_as_in_its_head(group: Group) -> None:
    rows = [line for line in report.markdown([group], {}).splitlines() if line.startswith("|")]

    assert [row.count("|") for row in rows] == [10] * 3 + [11] * 3 + [7] * 3


def test_the_picture_is_sound_and_has_a_bar_for_each_ratio(group: Group) -> None:
    root = ET.fromstring(chart.svg([group]))  # noqa: S314  # our own

    bars = [one for one in root.iter() if one.tag.endswith("rect")]
    assert len(bars) == 1
    assert bars[0].get("class") == "m"  # short of its aim


def test_a_ratio_of_one_lies_right_of_a_tenth_and_what_is_off_the_scale_at_its_end() -> None:
    assert chart.at(0.1) < chart.at(1.0) < chart.at(10.0)
    assert chart.at(1e-9) == chart.at(chart.LOWEST)
