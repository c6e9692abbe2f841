"""The command line, command by command, in front of the real app."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from engine import record
from engine.registry import GAMES
from moaipost import read_link
from moaipost.terminal.arguments import COMMANDS
from service import links, tokens
from service.opening import HostSeat
from tests.client.conftest import URL, Laid, Lay, Shell
from tests.engine import signed
from tests.engine.giants import hauled
from tests.parts import openings
from tests.parts.hauls import laid as laid_out

RECORD = Path(__file__).parents[1] / "engine" / "rapanui" / "records" / "2-points.json"


@pytest.fixture
def laid(lay: Lay) -> Laid:
    return lay()


@pytest.fixture
def at(shell: Shell, laid: Laid) -> Shell:
    """A shell logged in at the seat that is awaited."""
    assert shell("login", laid.to_act).code == 0
    return shell


# --- logging in


def test_a_link_is_kept_where_only_its_owner_reads_it(shell: Shell, laid: Laid) -> None:
    done = shell("login", laid.to_act)

    kept = shell.home / "moaipost" / "logins.json"
    assert (done.code, done.err) == (0, "")
    assert f"You sit at Rapa Nui, match {laid.id}, as " in done.out
    assert kept.stat().st_mode & 0o777 == 0o600
    assert kept.parent.stat().st_mode & 0o777 == 0o700


def test_a_link_can_come_from_standard_input(shell: Shell, laid: Laid) -> None:
    """So that it stands in no shell's history."""
    done = shell("login", "-", "--json", stdin=f"{laid.to_act}\n")

    link = read_link(laid.to_act)
    assert done.json == {"match": laid.id, "kind": "seat", "seat": link.seat, "url": URL}


def test_a_token_that_is_not_good_is_not_kept(shell: Shell, laid: Laid) -> None:
    done = shell("login", laid.to_act[:-1] + ("A" if laid.to_act[-1] != "A" else "Q"))

    assert done.code == 4
    assert "Log in with the link of your newest letter" in done.err
    assert not (shell.home / "moaipost").exists()


@pytest.mark.parametrize("text", ["hello", "https://moai.example/m/abc"])
def test_what_is_no_link_is_not_understood(lonely: Shell, text: str) -> None:
    done = lonely("login", text)

    assert (done.code, done.out) == (2, "")
    assert "copy the whole link" in done.err


def test_a_persons_link_lists_all_its_matches(
    shell: Shell, laid: Laid, app: Flask, sign: Callable[[tokens.Token], str]
) -> None:
    with app.app_context():
        player = openings.player("bruno@moai.example")
    shell("login", sign(tokens.Player(player.id, player.generation)))

    done = shell("matches", "--json")

    assert [one["match"] for one in done.json] == [laid.id]


def test_logging_out_forgets_the_match(at: Shell, laid: Laid) -> None:
    done = at("logout")

    assert done.out == f"Forgotten: {laid.id}.\n"
    assert at("show").code == 4


def test_two_matches_are_told_apart_by_how_they_begin(shell: Shell, lay: Lay) -> None:
    first, second = lay(), lay(HostSeat(), openings.CLARA)
    for one in (first, second):
        shell("login", one.to_act)

    shown = shell("show", "--json", "-m", first.id[:10])

    assert shown.json["match"] == first.id
    assert shell("show", "--json").json["match"] == second.id
    assert shell("use", first.id).code == 0
    assert shell("show", "--json").json["match"] == first.id


def test_without_a_login_a_stranger_sees_the_table(shell: Shell, laid: Laid) -> None:
    done = shell("show", "-m", laid.id, "--json")

    assert done.json["seat"] is None
    assert done.json["choices"] is None


# --- looking


def test_the_board_is_plain_in_a_pipe(at: Shell, laid: Laid) -> None:
    done = at("show")

    sight = at("show", "--json").json
    assert "\x1b" not in done.out
    assert done.out.startswith("Rapa Nui | running | phase: turn 1 | turn: 0\n")
    assert "My hand" in done.out
    assert "It is your turn" in done.out
    assert sight["seat"] == laid.awaited


def test_the_board_is_in_colour_in_a_terminal(at: Shell) -> None:
    done = at("show", terminal=True)

    assert "\x1b[1;94mBlue\x1b[0m" in done.out
    assert "\x1b[32mlumberjack\x1b[0m" in done.out


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_who_wants_no_colour_gets_none(at: Shell, environ: dict[str, str]) -> None:
    at.environ = environ

    done = at("show", terminal=True)

    assert "\x1b" not in done.out


def test_the_island_is_in_colour_and_says_the_same(shell: Shell, lay: Lay) -> None:
    three = (HostSeat(), openings.BRUNO, openings.CLARA)
    laid = lay(*three, game="giants", options={"island": "motu-nui"})
    shell("login", laid.links[0])

    coloured, plain = shell("show", terminal=True).out, shell("show").out

    assert "C4\x1b[1;93mM\x1b[0m" in coloured
    assert "B3\x1b[32mf4\x1b[0m" in coloured
    bare = coloured
    while "\x1b" in bare:
        before, _, after = bare.partition("\x1b[")
        bare = before + after.partition("m")[2]
    assert bare == plain


def test_choices_are_words_that_can_be_played(at: Shell) -> None:
    listed = at("choices").out.splitlines()

    checked = [at("check", line.strip()) for line in listed if "more" not in line]

    assert checked
    assert {one.code for one in checked} == {0}


def test_choices_as_json_are_what_the_api_offers(at: Shell) -> None:
    found = at("choices", "--json").json

    assert found["turn"] == 0
    assert found["choices"]["kind"] == "turn"


# --- acting


def first_choice(shell: Shell) -> str:
    return shell("choices").out.splitlines()[0].strip()


def test_an_open_action_is_played_and_told(at: Shell) -> None:
    words = first_choice(at)

    done = at("play", *words.split())

    entries = at("log", "--json").json
    assert done.code == 0
    assert "2. play by person" in done.out
    assert [one["kind"] for one in entries] == ["deal", "play"]
    assert entries[1]["hash"] in done.out


def test_an_action_may_be_json(at: Shell) -> None:
    found = at("check", first_choice(at), "--json").json

    done = at("play", json.dumps(found["action"]), "--json")

    assert done.json["entry"]["action"]["kind"] == found["action"]["kind"]


def test_the_same_key_and_turn_is_the_same_submission(at: Shell) -> None:
    words = ("play", first_choice(at), "--turn", "0", "--idempotency-key", "one")

    first, again = at(*words, "--json"), at(*words, "--json")

    assert first.json["entry"] == again.json["entry"]
    assert len(at("log", "--json").json) == 2


def test_a_refusal_says_what_is_wrong_and_what_to_do(at: Shell) -> None:
    done = at("play", "sing")

    assert (done.code, done.out) == (1, "")
    assert "“sing” is not known here" in done.err


def test_a_refusal_as_json_is_the_problem_document(at: Shell) -> None:
    done = at("play", "draw", "1", "--json")

    assert json.loads(done.err)["code"] == "illegal"
    assert json.loads(done.err)["facts"]["reason"] == "wrong_step"


def test_a_bid_is_sealed_shown_and_taken_back(shell: Shell, lay: Lay) -> None:
    three = (HostSeat(), openings.BRUNO, openings.CLARA)
    shell("login", lay(*three, game="giants").links[1])

    sealed = shell("bid", "1 marker, chief; take 3")

    assert "Sealed for auction 1" in sealed.out
    assert shell("sealed").out.startswith("bid 1 marker, chief; take 3\n")
    assert "Sealed already: Green" in shell("show").out
    assert shell("withdraw").code == 0
    assert shell("sealed").code == 1


def test_nothing_may_be_peeked_at_where_nothing_stands(at: Shell) -> None:
    assert at("peek").out == "Nothing may be done out of turn now.\n"


def test_a_look_that_tells_nothing_new_is_asked_about_once_more(shell: Shell, app: Flask) -> None:
    """G22: a check shows it too; whoever is sure looks."""
    with app.app_context():
        laid_out(hauled.erected())
        token = tokens.sign(tokens.Seat(hauled.NAME, hauled.GREEN, 1))
    shell("login", f"{URL}/s/{token}")

    asked = shell("peek", "hekii")
    checked = shell("check", "peek", "hekii")
    sure = shell("peek", "hekii", "--sure")

    assert asked.code == 1
    assert asked.err.startswith("Everyone can see whose moai stands on Heki'i: Red.")
    assert asked.err.endswith("Say it again with --sure if you want it all the same.\n")
    assert "   ! Everyone can see whose moai stands on Heki'i: Red." in checked.out
    assert sure.code == 0
    assert "Green looks under the moai on Heki'i." in sure.out


# --- planning


def test_a_plan_is_laid_down_shown_and_dropped(shell: Shell, lay: Lay) -> None:
    three = (HostSeat(), openings.BRUNO, openings.CLARA)
    shell("login", lay(*three, game="giants", options={"island": "motu-nui"}).links[1])

    laid = shell("plan", "set", "worker c4 / skip", "pass")

    assert (laid.code, laid.err) == (0, "")
    assert "1. placement 1: worker C4 / skip" in laid.out
    assert [one["text"] for one in shell("plan", "--json").json["steps"]] == ["worker C4", "pass"]
    assert shell("plan", "drop").code == 0
    assert "worker" not in shell("plan").out


def test_a_step_says_what_else_in_one_of_three_words(at: Shell) -> None:
    done = at("plan", "set", "draw 1 / sing")

    assert done.code == 2
    assert "one of: stop, pass, skip" in done.err


# --- following


def test_following_tells_what_happens_until_it_is_my_turn(at: Shell, laid: Laid) -> None:
    at("play", first_choice(at))
    next_seat = at("show", "--json").json["awaited"][0]
    at("login", laid.links[next_seat])

    done = at("follow", "--after", "0", "--until-awaited", "--json")

    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [one["number"] for one in lines[:-1]] == [1, 2]
    assert lines[-1]["awaited"] is True
    assert at.slept == []


# --- records


def test_a_record_is_downloaded_and_verified(at: Shell, tmp_path: Path) -> None:
    at("record", "-o", str(tmp_path / "match.json"))

    done = at("verify", str(tmp_path / "match.json"))

    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Nothing is wrong in 1 entries.")


def test_a_record_is_verified_without_any_service(lonely: Shell) -> None:
    done = lonely("verify", str(RECORD), "--json")

    assert done.json["finished"] is True
    assert done.json["unchecked"] == []


def test_a_changed_record_is_found_out(lonely: Shell, tmp_path: Path) -> None:
    forged = tmp_path / "forged.json"
    forged.write_text(RECORD.read_text().replace('"counter":3,', '"counter":4,', 1))

    done = lonely("verify", str(forged))

    assert (done.code, done.out) == (1, "")
    assert "entry 1" in done.err


def test_signatures_in_a_record_are_checked_and_counted(lonely: Shell, tmp_path: Path) -> None:
    """A record of a game that is not known here: its rules are not checked, all else is."""
    path = tmp_path / "signed.json"
    path.write_text(record.text(signed.finished()))
    told, listed = lonely("verify", str(path)), lonely("verify", str(path), "--json")
    path.write_text(path.read_text().replace('"signature":"', '"signature":"00', 1))
    forged = lonely("verify", str(path), "--json")

    assert "Signatures that hold: 6." in told.out
    assert (listed.json["signatures"], listed.json["unchecked"]) == (
        6,
        ["rules", "outcome", "ending"],
    )
    assert forged.code == 1
    assert (json.loads(forged.err)["entry"], json.loads(forged.err)["code"]) == (3, "wrong_proof")


@pytest.mark.parametrize(
    ("old", "new", "entry", "code"),
    [
        ('"seed": "', '"seed": "00', 1, "wrong_seed"),
        ('"winners":[', '"winners":[7,', 108, "wrong_outcome"),
        ('"head": "', '"head": "0', 109, "wrong_head"),
    ],
)
def test_a_program_is_told_the_entry_and_the_code(
    lonely: Shell, tmp_path: Path, old: str, new: str, entry: int, code: str
) -> None:
    forged = tmp_path / "forged.json"
    forged.write_text(RECORD.read_text().replace(old, new, 1))
    done = lonely("verify", str(forged), "--json")
    told = json.loads(done.err)

    assert (done.code, told["entry"], told["code"]) == (1, entry, code)


def test_a_program_is_told_where_a_file_is_no_record(lonely: Shell, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"format": "1"}')
    told = json.loads(lonely("verify", str(path), "--json").err)

    assert (told["code"], told["facts"]["path"]) == ("missing_field", "$.entries")


@pytest.mark.parametrize("text", [None, "{", '{"format": 1}'])
def test_what_is_no_record_is_no_crash(lonely: Shell, tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "x.json"
    if text is not None:
        path.write_text(text)

    done = lonely("verify", str(path))

    assert done.code in (1, 2)
    assert str(path) in done.err


# --- the lobby


def test_games_are_listed_with_their_options(shell: Shell) -> None:
    listed, one = shell("games"), shell("games", "giants")

    assert [line.split()[0] for line in listed.out.splitlines()] == sorted(GAMES)
    assert "max_rounds=1..99 (15)" in one.out


def test_a_match_against_bots_is_opened_and_logged_in_to(shell: Shell) -> None:
    done = shell("open", "rapa-nui", "--name", "Ann", "--seat", "me", "--seat", "bot:random")

    assert done.code == 0
    assert "You are logged in" in done.out
    assert shell("show", "--json").json["seat"] == 0


def test_options_are_read_by_their_kind(shell: Shell) -> None:
    words = ["open", "giants", "--name", "Ann", "--seat", "me", "--seat", "bot:random"]
    words += ["--seat", "bot:greedy", "--option", "quick=yes", "--option", "max_rounds=2"]

    done = shell(*words, "--option", "island=motu-nui", "--json")

    wanted = {"quick": True, "max_rounds": 2, "island": "motu-nui"}
    assert done.json["match"]["options"].items() >= wanted.items()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--option", "quick=perhaps"), "'perhaps' is none of these"),
        (("--option", "quik=yes"), "has no option 'quik'"),
        (("--seat", "Bruno"), "A seat is me"),
    ],
)
def test_a_slip_in_opening_is_named(shell: Shell, words: tuple[str, ...], said: str) -> None:
    done = shell("open", "giants", "--name", "Ann", "--seat", "me", *words)

    assert done.code == 2
    assert said in done.err


def test_people_are_invited_confirmed_and_accept(shell: Shell, app: Flask) -> None:
    words = ["open", "rapa-nui", "--name", "Ann", "--address", "ann@moai.example"]
    opened = shell(*words, "--seat", "me", "--seat", "Bruno <bruno@moai.example>", "--json")
    match = opened.json["match"]["match"]
    with app.app_context():
        confirm = links.to(openings.confirm_token(match))

    confirmed = shell("confirm", confirm)

    with app.app_context():
        invitation = links.to(openings.invitation(match, 1))
    assert "Invitations leave now." in confirmed.out
    accepted = shell("accept", invitation, "--name", "Bruno B.")
    assert "You are in, at seat 1." in accepted.out
    assert "Bruno B." in shell("matches").out


def test_an_invitation_is_declined(
    shell: Shell, app: Flask, sign: Callable[[tokens.Token], str]
) -> None:
    with app.app_context():
        match = openings.confirmed(HostSeat(), openings.BRUNO)
        token = openings.invitation(match, 1)
    told = shell("login", sign(token))

    done = shell("decline")

    assert "moaipost accept takes the seat" in told.out
    assert done.code == 0
    assert shell("matches", "--json").json[0]["seats"][1]["status"] == "declined"


# --- not understood, not reached


@pytest.mark.parametrize(
    ("words", "meant"),
    [(("shwo",), "show"), (("show", "--jsno"), "--json"), (("key", "nwe"), "new")],
)
def test_a_slip_is_answered_with_what_was_meant(
    lonely: Shell, words: tuple[str, ...], meant: str
) -> None:
    done = lonely(*words)

    assert done.code == 2
    assert f"did you mean {meant}?" in done.err


def test_a_service_that_does_not_answer_is_named(lonely: Shell) -> None:
    done = lonely("games", "--url", "https://moai.example")

    assert done.code == 3
    assert "https://moai.example does not answer" in done.err


def test_a_spoilt_file_of_logins_is_named(lonely: Shell) -> None:
    there = lonely.home / "moaipost"
    there.mkdir(parents=True)
    (there / "logins.json").write_text("{")

    done = lonely("matches")

    assert done.code == 2
    assert "logins.json cannot be read" in done.err


# --- completions, keys, help


@pytest.mark.parametrize("kind", ["bash", "zsh", "fish"])
def test_every_command_is_completed_in_every_shell(lonely: Shell, kind: str) -> None:
    done = lonely("completion", kind)

    assert [one.name for one in COMMANDS if one.name not in done.out] == []


def test_bash_completes_a_command_and_its_flags(lonely: Shell, tmp_path: Path) -> None:
    script = tmp_path / "moaipost.bash"
    script.write_text(lonely("completion", "bash").out)
    ask = "COMP_WORDS=(moaipost {}); COMP_CWORD={}; _moaipost; echo ${{COMPREPLY[*]}}"

    def offered(words: str, at: int) -> str:
        run = ["bash", "-c", f". {script}; {ask.format(words, at)}"]
        return subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603  # our own script

    assert offered("fo", 1) == "follow"
    assert offered("follow --un", 2) == "--until-awaited"
    assert offered("key re", 2) == "register revoke"


def test_a_key_is_made_once(lonely: Shell) -> None:
    made = lonely("key", "new", "mine", "--json")

    again = lonely("key", "new", "mine")

    path = Path(made.json["file"])
    assert path.stat().st_mode & 0o777 == 0o600
    assert again.code == 2
    assert "not overwritten" in again.err


def test_without_a_command_the_help_is_shown(lonely: Shell) -> None:
    done = lonely()

    assert done.code == 0
    assert "Exit status: 0 done; 1 refused" in done.out
    assert lonely("--version").out.startswith("moaipost 0.")
