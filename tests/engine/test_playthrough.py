"""Playthroughs: the toy's scripted match as text, kept and made again."""

from pathlib import Path

from tests.engine.playthrough import golden, keep, rendered
from tests.engine.scripted import SEED, entries
from tests.engine.toy import SHELLS


def test_a_playthrough_tells_each_entry_in_notation_and_sentences() -> None:
    text = rendered(SHELLS, SEED, entries(), every=0)

    assert text.startswith(
        "1. deal of Shells for 2 (rounds=1, rich=False, beach=sand)\n"
        "   - 2 seats, a card before each.\n"
        "2. play by person\n"
        "   Seat 0 (seat 0): take 2\n"
        "   - Seat 0 took 2 shells.\n"
        "3. play by person\n"
        "   Seat 0 (seat 0): take 1\n"
        "   - Seat 0 took a shell.\n"
        "4. Seat 0 (seat 0) takes back entry 3\n"
    )
    assert "8. Seat 1 (seat 1) is now held by a bot\n" in text
    assert "   - to Seat 1 (seat 1) alone: The card is " in text
    assert (
        "11. bids 1 opens\n"
        "   Seat 0 (seat 0): bid 2 mark 1\n"
        "   Seat 1 (seat 1): bid 1 mark 2\n"
        "   - seat 0 won with 2.\n"
    ) in text
    assert "The match is over (rounds)." in text


def test_a_playthrough_shows_each_seats_view_every_so_often() -> None:
    text = rendered(SHELLS, SEED, entries(), every=5)

    assert text.count("--- a stranger sees") == 2
    assert text.count("--- seat 1 sees") == 2


def test_nothing_is_told_of_no_entries() -> None:
    assert rendered(SHELLS, SEED, ()) == ""


def test_a_kept_playthrough_is_made_again_from_its_record(tmp_path: Path) -> None:
    keep(SHELLS, tmp_path / "golden", "scripted", SEED, entries())

    kept, made = golden(SHELLS, tmp_path / "golden", "scripted")

    assert kept == made
