"""The rulebook's whole example round, on our island where the contract places it.

Hexes of the example: A is E6, B is B7 with Heki'i reserved, C is A4.
"""

from engine.giants.state import State
from tests.engine.giants.tables import (
    GAME,
    base,
    belongings,
    events,
    fronts,
    on,
    play,
    refused,
    scores,
    script,
    seal,
    table,
)

ORDER = ("green", "red", "blue")

PLACEMENT = (
    "green: sorcerer F2, use village \n red: worker B5 with 2 logs \n blue: chief A4",
    "green: chief F2, use village \n red: worker C7 with 2 logs \n blue: worker D3",
    "green: worker B7 \n red: worker B6 \n blue: sorcerer E3, use headdress quarry",
    "green: worker E6 \n red: sorcerer B7 with 1 log, reserve hekii \n blue: tablet",
    "green: worker F3 \n red: pass \n blue: worker C4",
    "green: worker F3 \n blue: worker B4",
)

TRANSPORT: tuple[tuple[str, str, dict[str, int]], ...] = (
    ("green", "marked moai 1 from D5 to E6, erect", {}),
    ("red", "headdress from E3 via D3 C4 B4 B5 B6 to B7, mark", {"blue": 3}),
    ("blue", "marked moai 2 from C6 via B5 to A4, erect nau-nau", {"red": 1}),
    ("green", "moai 1, mark", {}),
    ("red", "moai 3 via C7 to B7, erect hekii", {"green": 1}),
    ("blue", "headdress via D3 C4 B4 to A4, top nau-nau", {}),
    ("green", "pass", {}),
    ("red", "headdress from B7, top hekii", {}),
)


def before() -> State:
    return table(
        stage="bidding",
        round=4,
        first="green",
        quarry=(1, 2, 3),
        green="chief, sorcerer, 3 workers, 2 markers, 2 halves",
        red="chief, sorcerer, 3 workers, 5 logs, 3 markers, 1 half",
        blue="chief, sorcerer, 4 workers, 3 markers, 1 half",
        items="moai 1 at D5 marked green; moai 2 at C6 marked blue; headdress at E3",
    )


def auctioned() -> State:
    """With no plans: the two that can take something take it."""
    state = seal(
        before(),
        green="bid 2 markers, 1 worker",
        red="bid 2 markers, chief",
        blue="bid 2 markers, 1 worker",
    ).state
    return script(state, "green: take 1 \n red: take 3")


def placed() -> State:
    return script(auctioned(), "\n".join(PLACEMENT))


def reserves(state: State) -> tuple[str, ...]:
    return tuple(belongings(state, colour) for colour in ORDER)


def test_the_auction_goes_by_half_tablets_then_turn_order() -> None:
    state = auctioned()

    assert [fronts(state, colour) for colour in ORDER] == [[1], [3], []]
    assert reserves(state) == (
        "chief, sorcerer, 2 workers, 2 halves",
        "sorcerer, 3 workers, 5 logs, 1 marker, 1 half",
        "chief, sorcerer, 3 workers, 1 marker, 1 half",
    )


def test_the_size_2_nobody_can_pay_leaves_the_game() -> None:
    """G2: three texts remove it; the German one, by option, has it back in the box."""
    removed = auctioned()
    returned = script(
        seal(
            table(
                stage="bidding",
                first="green",
                quarry=(1, 2, 3),
                options={"leftover_moai": "return"},
                green="2 markers, 1 worker, 2 halves",
                red="2 markers, chief, 1 half",
                blue="2 markers, 1 worker, 1 half",
            ),
            green="bid 2 markers, 1 worker",
            red="bid 2 markers, chief",
            blue="bid 2 markers, 1 worker",
        ).state,
        "green: take 1 \n red: take 3",
    )

    assert removed.box == (15, 10, 5)
    assert returned.box == (16, 12, 5)


def test_the_tables_of_the_placement() -> None:
    state, tables = auctioned(), []
    for turn in PLACEMENT:
        state = script(state, turn)
        tables.append(reserves(state))

    assert tables == [
        (
            "chief, 3 workers, 2 halves",
            "sorcerer, 2 workers, 3 logs, 1 marker, 1 half",
            "sorcerer, 3 workers, 1 marker, 1 half",
        ),
        (
            "4 workers",
            "sorcerer, 1 worker, 1 log, 1 marker, 1 half",
            "sorcerer, 2 workers, 1 marker, 1 half",
        ),
        ("3 workers", "sorcerer, 1 log, 1 marker, 1 half", "2 workers, 1 marker, 1 half"),
        ("2 workers", "1 marker, 1 half", "2 workers, 2 halves"),
        ("1 worker", "1 marker, 1 half", "1 worker, 2 halves"),
        ("nothing", "1 marker, 1 half", "2 halves"),
    ]
    assert state.stage == "transport"
    assert [fronts(state, colour) for colour in ORDER] == [[1], [3], [0]]


def test_the_printed_tables_forget_what_blue_paid_for_its_half_tablet() -> None:
    """A slip in all texts: 1 marker and 1 half twice, then 0 and 1; right is 0 and 2 each time."""
    printed = ["2 workers, 1 marker, 1 half", "1 worker, 1 marker, 1 half", "1 half"]
    state = script(auctioned(), "\n".join(PLACEMENT[:3]))
    found = []
    for turn in PLACEMENT[3:]:
        state = script(state, turn)
        found.append(belongings(state, "blue"))

    assert found == ["2 workers, 2 halves", "1 worker, 2 halves", "2 halves"]
    assert all(right != slip for right, slip in zip(found, printed, strict=True))


def test_the_russian_text_forgets_the_halves_that_its_own_table_lists() -> None:
    """A slip that would not change the order: Red and Blue are equal with 1 each as with none."""
    state = seal(
        before(),
        green="bid 2 markers, 1 worker",
        red="bid 2 markers, chief",
        blue="bid 2 markers, 1 worker",
    ).state

    assert [state.clans[seat].halves for seat in (2, 0)] == [1, 1]
    assert state.auction is not None
    assert state.auction.order == (1, 2, 0)


def test_the_transports_and_the_points_they_give() -> None:
    """0; 3 to Blue; 1 to Red; a marking; 1 to Green; 0; 0."""
    state = placed()
    given = []
    for colour, words, _ in TRANSPORT:
        before_it = scores(state)
        state = play(state, colour, words).state
        gained = [new - old for new, old in zip(scores(state), before_it, strict=True)]
        given.append(
            {c: gained[seat] for c, seat in zip(ORDER, (1, 2, 0), strict=True) if gained[seat]}
        )

    assert given == [points for _, _, points in TRANSPORT]
    assert scores(state) == (3, 1, 1)


def test_greens_marker_comes_back_and_marks_the_second_moai() -> None:
    """G13: it has none left to mark an abandoned headdress with before that."""
    state = placed()
    erected = play(state, "green", "marked moai 1 from D5 to E6, erect").state
    state = script(state, "\n".join(f"{colour}: {words}" for colour, words, _ in TRANSPORT[:4]))

    refused(placed(), "green", "headdress at E3, mark", "no_marker")
    assert belongings(erected, "green") == "1 marker"
    assert belongings(state, "green") == "nothing"
    assert on(state, "D7") == [(1, "green", True)]


def test_the_round_ends_with_three_moai_and_two_headdresses() -> None:
    state = script(placed(), "\n".join(f"{colour}: {words}" for colour, words, _ in TRANSPORT))

    assert [base(state, ahu) for ahu in ("hanga-tetenga", "nau-nau", "hekii")] == [
        ("green", 1, False),
        ("blue", 2, True),
        ("red", 3, True),
    ]
    assert state.stage == "recall"
    assert GAME.awaiting(state) == {1}  # alone with a marker on an item (G20)


def test_what_the_round_will_be_worth_at_the_end() -> None:
    """10 and 6 to Blue, 9 and 8 to Red, as the text reckons; 3 to Green by our map."""
    state = table(
        stage="bidding",
        round=4,
        first="green",
        quarry=(1, 2, 3),
        options={"max_rounds": 4},
        green="chief, sorcerer, 3 workers, 2 markers, 2 halves",
        red="chief, sorcerer, 3 workers, 5 logs, 3 markers, 1 half",
        blue="chief, sorcerer, 4 workers, 3 markers, 1 half",
        items="moai 1 at D5 marked green; moai 2 at C6 marked blue; headdress at E3",
    )
    state = seal(
        state,
        green="bid 2 markers, 1 worker",
        red="bid 2 markers, chief",
        blue="bid 2 markers, 1 worker",
    ).state
    state = script(state, "green: take 1 \n red: take 3 \n" + "\n".join(PLACEMENT))
    state = script(state, "\n".join(f"{colour}: {words}" for colour, words, _ in TRANSPORT[:-1]))
    step = play(state, "red", "headdress from B7, top hekii")
    outcome = GAME.outcome(step.state)

    assert outcome is not None
    assert outcome.reason == "rounds"
    # Blue: 3 given, 10, 6 and a tablet; Green: 1 given and 3; Red: 1 given, 9 and 8.
    assert outcome.totals == (3 + 10 + 6 + 3, 1 + 3, 1 + 9 + 8)
    assert [passed.alone for passed in events(step, "passed")] == [True, True]
