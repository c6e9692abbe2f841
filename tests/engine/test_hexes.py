"""Hexes: six neighbours, and distances by the shortest walk."""

from collections import deque

from hypothesis import given, strategies as st

from engine.hexes import EDGES, Hex, across, distance, neighbours

HERE = Hex(2, -1)
HEX = st.builds(Hex, st.integers(-4, 4), st.integers(-4, 4))


def test_each_edge_leads_to_another_neighbour() -> None:
    assert neighbours(HERE) == (
        Hex(3, -1),
        Hex(3, -2),
        Hex(2, -2),
        Hex(1, -1),
        Hex(1, 0),
        Hex(2, 0),
    )


def test_opposite_edges_lead_back() -> None:
    for edge, back in [("E", "W"), ("NE", "SW"), ("NW", "SE")]:
        assert across(across(HERE, edge), back) == HERE
    assert len(EDGES) == 6


def walked(start: Hex, end: Hex) -> int:
    """How many steps it takes, found by walking."""
    steps, waiting = {start: 0}, deque([start])
    while end not in steps:
        here = waiting.popleft()
        for there in neighbours(here):
            if there not in steps:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return steps[end]


@given(HEX, HEX)
def test_the_distance_is_the_length_of_the_shortest_walk(start: Hex, end: Hex) -> None:
    assert distance(start, end) == walked(start, end)
