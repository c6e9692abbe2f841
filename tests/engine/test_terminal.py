"""The terminal tool, used as a person would: its sentences, its files, its exit status."""

import io
import json
import runpy
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import record
from engine.terminal import files
from engine.terminal.contest import bar
from engine.terminal.files import fresh_seed
from engine.terminal.main import main
from engine.terminal.shelf import Shelf
from tests.engine import scripted, signed
from tests.engine.toy import SHELLS, Shells


def chance(_view: Any, choices: Any, pick: Any) -> Any:
    return choices.sample(pick)


def first(_view: Any, choices: Any, _pick: Any) -> Any:
    return next(iter(choices))


SHELF = Shelf({"shells": SHELLS}, {"shells": {"random": chance, "first": first}})


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def run(*words: str, shelf: Shelf = SHELF) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    return main(shelf, words, out, err), out.getvalue(), err.getvalue()


def well(*words: str) -> str:
    status, out, err = run(*words)
    assert (status, err) == (0, "")
    return out


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A match that has just been dealt."""
    path = str(tmp_path / "night.json")
    well("deal", "shells", path, "--seed", "00ff", "--id", "night")
    return path


def end(file: str) -> None:
    """Play a match to its end."""
    for _ in range(2):
        well("step", file, "take 1")
        well("step", file, "end")
        well("step", file, "end")
        well("step", file, "bid 1 mark 0", "--seat", "0")
        well("step", file, "--default", "--seat", "1")


# --- games and deals


def test_games_are_listed_with_seats_options_and_bots() -> None:
    assert well("games") == (
        "shells: Shells by nobody, for 2, 3 players\n"
        "  rules version 1; bots: first, random\n"
        "  rounds=1..5 (2): How many rounds are played.\n"
        "  rich=true|false (false): Whether seats begin with shells.\n"
        "  beach=sand|rock (sand): Which beach.\n"
    )


def test_a_game_without_bots_says_so() -> None:
    assert "bots: none" in run("games", shelf=Shelf({"shells": SHELLS}, {}))[1]


def test_a_deal_is_kept_in_a_file_with_its_terms(tmp_path: Path) -> None:
    path = tmp_path / "a.json"

    said = well(
        "deal", "shells", str(path), "--seats", "3", "--option", "rich=true",
        "--option", "rounds=4", "--option", "beach=rock",
    )  # fmt: skip

    kept = json.loads(path.read_text())["record"]
    assert kept["entries"][0]["public"]["options"] == {"rich": True, "rounds": 4, "beach": "rock"}
    assert kept["entries"][0]["public"]["seats"] == 3
    assert kept["match"] == str(path)
    assert kept["head"] in said


def test_the_same_seed_deals_the_same_match(tmp_path: Path) -> None:
    for name in ("a", "b"):
        well("deal", "shells", str(tmp_path / name), "--seed", "0102", "--id", "same")

    assert (tmp_path / "a").read_text() == (tmp_path / "b").read_text()


def test_a_fresh_seed_has_32_bytes_and_is_another_each_time() -> None:
    assert len(fresh_seed()) == 32
    assert fresh_seed() != fresh_seed()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess", "x"), "There is no game chess; there are: shells.\n"),
        (("shells", "x", "--seats", "9"), "Shells is played by 2, 3 players, not 9.\n"),
        (
            ("shells", "x", "--option", "rich"),
            "rich should be an option's name, =, and its value.\n",
        ),
        (("shells", "x", "--option", "rich=1"), "The option rich should be true or false.\n"),
        (
            ("shells", "x", "--option", "rounds=-1"),
            "The option rounds should be a whole number from 1 to 5.\n",
        ),
        (
            ("shells", "x", "--option", "rounds=two"),
            "The option rounds should be a whole number from 1 to 5.\n",
        ),
        (
            ("shells", "x", "--option", "a=b"),
            "There is no option a; there are: rounds, rich, beach.\n",
        ),
        (
            ("shells", "x", "--seed", "xyz"),
            "xyz should be bytes in hex: an even number of the digits 0 to 9, a to f.\n",
        ),
        (("shells", "/nowhere/x"), "/nowhere/x cannot be written: No such file or directory.\n"),
    ],
)
def test_a_wrong_deal_is_refused_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert run("deal", *words) == (2, "", sentence)


def test_a_match_is_not_overwritten(file: str) -> None:
    status, _, err = run("deal", "shells", file)

    assert (status, err) == (2, f"{file} exists already; a match is not overwritten.\n")


# --- looking


def test_a_stranger_sees_the_board_and_who_is_awaited(file: str) -> None:
    assert well("show", file) == (
        "Shells | phase: beach 1 | turn: 0\n"
        "beach 12 | shells (0, 0) | points (0, 0)\n"
        "Awaited: Seat 0 (seat 0).\n"
    )


def test_a_seat_also_sees_what_it_may_do(file: str) -> None:
    assert well("show", file, "--seat", "0").endswith(
        "  take 1\n  take 2\n  take 3\n  roll\n  end\n  look (at any time)\n"
    )
    assert well("show", file, "--seat", "1").endswith(
        "Awaited: Seat 0 (seat 0).\n  look (at any time)\n"
    )


def test_choices_are_listed_as_far_as_is_asked(file: str) -> None:
    assert well("choices", file, "--most", "2") == (
        "  take 1\n"
        "  take 2\n"
        "  … and more: the command choices lists them, with --most.\n"
        "  look (at any time)\n"
    )


@pytest.mark.parametrize("command", ["show", "choices", "step"])
def test_a_seat_that_is_not_there_is_refused(file: str, command: str) -> None:
    status, _, err = run(command, file, "--seat", "7")

    assert (status, err) == (2, "There is no seat 7; there are 2, counted from 0.\n")


def test_a_match_that_is_over_shows_its_reckoning(file: str) -> None:
    end(file)

    said = well("show", file, "--seat", "1")
    assert "The match is over (rounds). Won by Seat 0 (seat 0).\n" in said
    assert "    won: 2 x 2 = 4\n" in said
    assert "    mark at card: " in said
    assert run("choices", file) == (1, "", "This match is over.\n")


# --- acting


def test_a_step_is_told_and_kept(file: str) -> None:
    assert well("step", file, "take 2") == (
        "2. play by person\n"
        "   Seat 0 (seat 0): take 2\n"
        "   - Seat 0 took 2 shells.\n"
        "Shells | phase: beach 1 | turn: 1\n"
        "beach 10 | shells (2, 0) | points (0, 0)\n"
        "Awaited: Seat 0 (seat 0).\n"
    )
    assert "shells (2, 0)" in well("show", file)


@pytest.mark.parametrize(
    ("text", "status", "sentence"),
    [
        (
            "tak",
            2,
            (
                "tak is not understood; try: take 1, roll, end, bid 1 mark 0, look. "
                "These would be understood now: “take 1”, “take 2”, “take 3”."
            ),
        ),
        (
            "bid 2",
            2,
            (
                "Did you mean bid 2 mark 0, bid 2 mark 1, bid 2 mark 2? "
                "These would be understood now: “take 1”, “take 2”, “take 3”."
            ),
        ),
        ("bid 2 mark 0", 1, "That is for another phase."),
    ],
)
def test_a_step_that_is_refused_says_why(file: str, text: str, status: int, sentence: str) -> None:
    assert run("step", file, text) == (status, "", sentence + "\n")


def test_one_who_is_not_awaited_gets_no_hints(file: str) -> None:
    assert run("step", file, "tak", "--seat", "1")[2].endswith("look.\n")
    assert run("step", file, "end", "--seat", "1") == (
        1,
        "",
        "It is not this seat's turn: awaited is 0.\n",
    )


def test_a_step_must_say_something(file: str) -> None:
    status, _, err = run("step", file)

    assert status == 2
    assert err.startswith("Say what to play in quotes, or give --default or --bot.")


def test_a_bot_can_choose_a_step(file: str) -> None:
    assert "2. play by bot\n   Seat 0 (seat 0): take 1\n" in well("step", file, "--bot", "first")
    status, _, err = run("step", file, "--bot", "deep")
    assert status == 2
    assert err.startswith("There is no bot deep for this game; there are: first, random.")


def test_an_absent_seat_does_its_default(file: str) -> None:
    assert "2. default by default\n" in well("step", file, "--default")


def test_anyone_may_look_at_any_time(file: str) -> None:
    assert "alone: The card is " in well("step", file, "look", "--seat", "1")


def test_sealed_actions_wait_in_the_file_until_all_are_in(file: str) -> None:
    for _ in range(2):
        well("step", file, "--default")

    status, _, err = run("step", file, "bid 0 mark 1")
    assert (status, err) == (2, "Several seats may act: 0, 1. Say which with --seat.\n")
    said = well("step", file, "bid 0 mark 1", "--seat", "1")
    assert said == "Sealed for seat 1. Still awaited: 0.\n"
    assert well("show", file).endswith("sealed.\nSealed already: 1.\n")
    assert "bids 1 opens" in well("step", file, "bid 0 mark 2")


def test_a_sealed_action_is_checked_when_it_is_sealed(file: str) -> None:
    for _ in range(2):
        well("step", file, "--default")

    assert run("step", file, "bid 5 mark 1", "--seat", "1") == (1, "", "You have 0 shells.\n")


def test_a_sealed_action_may_be_changed_until_all_are_in(file: str) -> None:
    for _ in range(2):
        well("step", file, "--default")
    for mark in (1, 2):
        well("step", file, f"bid 0 mark {mark}", "--seat", "1")

    assert "Seat 1 (seat 1): bid 0 mark 2" in well("step", file, "bid 0 mark 0")


def test_steps_are_taken_back(file: str) -> None:
    well("step", file, "take 2")
    well("step", file, "take 1")

    assert "takes back entry 3" in well("undo", file)
    assert "takes back entry 2" in well("undo", file, "--seat", "0")
    nothing = "There is no step of this seat's own to undo.\n"
    assert run("undo", file) == (1, "", nothing)


def test_nothing_is_taken_back_once_a_sealed_action_answers_it(file: str) -> None:
    for _ in range(2):
        well("step", file, "end")
    well("step", file, "bid 0 mark 0", "--seat", "0")

    assert run("undo", file)[0] == 1


# --- replay and verify


def test_a_replay_tells_the_match_up_to_an_entry(file: str) -> None:
    well("step", file, "take 2")
    well("step", file, "end")

    assert well("replay", file, "--upto", "2").count(". ") == 2
    assert "--- seat 0 sees" in well("replay", file, "--every", "2")
    assert run("replay", file, "--upto", "9") == (2, "", "The last entry of the record is 3.\n")


def test_a_match_file_and_a_record_are_verified(file: str, tmp_path: Path) -> None:
    end(file)
    shared = tmp_path / "record.json"
    shared.write_text(record.text(scripted.finished()))

    assert "The match is over.\n" in well("verify", file)
    assert "Nothing is wrong in 11 entries." in well("verify", str(shared))


def test_a_running_record_says_what_was_not_checked(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(record.text(scripted.running()))

    said = well("verify", str(path))

    assert "The match is not over.\n" in said
    assert said.count("not checked: ") == 4
    status, _, err = run("replay", str(path))
    assert (status, err[:35]) == (2, "This record does not show its seed,")


def test_signatures_are_counted_and_keys_are_told(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(record.text(signed.finished()))

    told = well("replay", str(path))
    assert "signs with keys: 1" in told
    assert "signs with keys: 2, and acts in no other way" in told
    assert "Signatures that hold: 6." in well("verify", str(path))


def test_a_fault_is_told_with_its_entry(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(record.text(scripted.finished()).replace('"count":2', '"count":3'))

    assert run("verify", str(path)) == (
        1,
        "",
        "The hash of entry 2 is not that of its content.\n",
    )
    assert run("replay", str(path))[0] == 1


def test_a_head_from_a_letter_is_looked_for(file: str) -> None:
    assert run("verify", file, "--head", "00")[2].startswith("The head 00 from a letter is not")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{", "This is not JSON as it is read here: "),
        (b"{}", "$.entries is missing."),
        (b'{"record": {}}', "$.record.entries is missing."),
        (b"\xff", "There is no readable file "),
    ],
)
def test_a_file_that_is_no_match_is_refused(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(content)

    status, _, err = run("show", str(path))

    assert status == 2
    assert err.startswith(sentence)


def test_a_file_that_is_not_there_is_refused() -> None:
    assert run("show", "/nowhere/x") == (2, "", "There is no readable file /nowhere/x.\n")


def test_a_match_file_that_was_tampered_with_is_refused(file: str) -> None:
    path = Path(file)
    path.write_text(path.read_text().replace('"turn":0', '"turn":1'))

    assert run("show", file) == (
        1,
        "",
        "The rules lead to another entry 1: public.turn differs.\n",
    )


def test_a_file_of_other_rules_is_told_of_in_a_sentence(file: str) -> None:
    book = record.parse(json.dumps(json.loads(Path(file).read_text())["record"]))
    first, *_ = files.logged(book)
    later = record.link({**first.public, "rules": "9"}, dict(first.private), first.salt)
    Path(file).write_text(record.text(record.export((later,), book.seed)))
    why = "The rules refuse entry 1: Shells is not played here by the rules “9”, only by: 1.\n"

    for command in (("show", file), ("step", file, "end"), ("replay", file)):
        assert run(*command) == (1, "", why)


def test_of_a_file_of_other_rules_the_end_is_what_it_says(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(record.text(scripted.finished()).replace('"rules":"1"', '"rules":"9"'))
    first, *rest = scripted.entries()
    entries = [record.link({**first.public, "rules": "9"}, dict(first.private), first.salt)]
    for one in rest:
        public = {**one.public, "previous": entries[-1].hash}
        entries.append(record.link(public, dict(one.private), one.salt))
    book = scripted.finished()
    path.write_text(record.text(record.export(tuple(entries), book.seed, book.outcome)))

    said = well("verify", str(path))

    assert "The record says that the match is over.\n" in said
    assert "not checked: the outcome" in said
    assert "not checked: whether entries are missing at the end" in said


def test_a_refusal_without_a_sentence_is_named_by_its_code(file: str) -> None:
    mute = Shells()
    mute.words = {code: text for code, text in SHELLS.words.items() if code != "not_now"}

    assert run("step", file, "bid 1 mark 0", shelf=Shelf({"shells": mute}, {})) == (
        1,
        "",
        "not_now.\n",
    )


# --- bots


def test_bots_play_matches_that_are_summed_up() -> None:
    said = well("bots", "shells", "--matches", "4", "--bots", "first,random", "--seed", "01")

    lines = said.splitlines()
    assert lines[:2] == ["Shells, seed 01", "4 matches"]
    assert [line.split()[:2] for line in lines[3:5]] == [["first", "4"], ["random", "4"]]
    assert lines[-1] == "  endings: rounds 4"


def test_the_same_seed_gives_the_same_contest() -> None:
    words = ("bots", "shells", "--seats", "3", "--matches", "3", "--seed", "07")

    assert well(*words) == well(*words)


def test_progress_is_drawn_on_a_terminal_only() -> None:
    screen = Screen()
    main(SHELF, ("bots", "shells", "--matches", "2"), io.StringIO(), screen)

    assert screen.getvalue() == bar(1, 2) + bar(2, 2) + "\n"
    assert bar(1, 2) == "\r[###############...............] 1 of 2"


def test_the_matches_of_a_contest_can_be_kept_and_verified(tmp_path: Path) -> None:
    folder = tmp_path / "kept"

    well("bots", "shells", "--matches", "2", "--keep", str(folder))

    assert sorted(path.name for path in folder.iterdir()) == ["bots-1.json", "bots-2.json"]
    assert "The match is over." in well("verify", str(folder / "bots-2.json"))


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")

    status, _, err = run("bots", "shells", "--matches", "1", "--keep", str(tmp_path / "taken"))

    assert (status, err) == (2, f"{tmp_path}/taken cannot be written: File exists.\n")


# --- the command line itself


@pytest.mark.parametrize(
    "words", [(), ("dance",), ("bots", "shells", "--matches", "0"), ("show", "x", "--seat", "a")]
)
def test_what_is_no_command_ends_with_status_2(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        run(*words)

    assert caught.value.code == 2
    assert "usage: python -m engine" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", ["games", "deal", "show", "choices", "step", "undo", "replay", "verify", "bots"]
)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        run(command, "--help")

    assert caught.value.code == 0
    assert f"usage: python -m engine {command}" in capsys.readouterr().out


def test_the_house_has_its_games_on_the_shelf(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["engine", "games"])
    monkeypatch.setattr(signal, "signal", lambda *_: None)

    runpy.run_module("engine.__main__", run_name="only imported")
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("engine", run_name="__main__")

    assert caught.value.code == 0
    assert (
        "rapa-nui: Rapa Nui by Klaus-Jürgen Wrede, for 2, 3, 4 players" in capsys.readouterr().out
    )


def test_a_real_match_is_dealt_and_verified_from_a_shell(tmp_path: Path) -> None:
    def shell(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "engine", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own tool

    path = str(tmp_path / "night.json")

    assert shell("deal", "rapa-nui", path).returncode == 0
    assert shell("step", path, "--bot", "random").returncode == 0
    assert shell("verify", path).stdout.startswith("Nothing is wrong in 2 entries.")
    assert shell("step", path, "sing a song").returncode == 2


def test_a_reader_that_stops_listening_is_no_error() -> None:
    command = f"'{sys.executable}' -m engine bots rapa-nui --matches 2 | head -1"

    done = subprocess.run(  # noqa: S602 - a pipe is what is tried
        command, shell=True, capture_output=True, text=True, check=False
    )

    assert done.stderr == ""
