"""New links by the client: the old token is dead, and the letter's is logged in with anew."""

from collections.abc import Callable

import httpx
import pytest
from flask import Flask

from moaipost import Problem, Service
from service import tokens
from service.opening import HostSeat
from service.store.database import reading
from service.store.matches import Match
from tests.client.conftest import URL, Lay, Shell
from tests.parts import openings

Sign = Callable[[tokens.Token], str]


def service(app: Flask) -> Service:
    return Service(URL, http=httpx.Client(transport=httpx.WSGITransport(app=app)))


def seated(match: str) -> tokens.Seat:
    number = openings.row(match).awaited[0]
    return openings.seat_token(match, number)


def test_each_holder_is_told_when_and_its_token_is_dead(app: Flask, lay: Lay, sign: Sign) -> None:
    match = lay(HostSeat(), openings.BRUNO).id
    with app.app_context():
        seat, host = seated(match), openings.host_token(match)
        bruno = openings.player("bruno@moai.example")
    mine = service(app).player(sign(tokens.Player(bruno.id, 1)))
    at_table, hosting = service(app).seat(sign(seat)), service(app).host(sign(host))
    told = [hosting.new_links(), at_table.new_links(keep_programs=True), mine.new_links()]

    assert [list(one) for one in told] == [["replaced_at"]] * 3
    for dead in (hosting.start, at_table.view, mine.me):
        with pytest.raises(Problem) as caught:
            dead()
        assert caught.value.status == 401
        assert caught.value.facts["reason"] == "replaced"


def test_the_command_line_forgets_what_it_has_replaced(
    shell: Shell, lay: Lay, app: Flask, sign: Sign
) -> None:
    laid = lay()
    with app.app_context():
        seat = seated(laid.id)
    shell("login", sign(seat))
    done = shell("new-links")

    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "The old links are dead. A letter brings the new ones: log in with those.\n"
    )
    assert shell("show").code == 4
    assert shell("login", sign(seat)).code == 4


def test_all_links_of_a_person_are_replaced_from_the_command_line(
    shell: Shell, lay: Lay, app: Flask, sign: Sign
) -> None:
    laid = lay()
    with app.app_context():
        bruno = openings.player("bruno@moai.example")
        host = openings.host_token(laid.id)
    assert shell("new-links", "--all").code == 4
    shell("login", sign(host))
    shell("login", sign(tokens.Player(bruno.id, 1)))
    hosted, every = shell("new-links", "--host", "--json"), shell("new-links", "--all", "--json")
    with app.app_context(), reading() as session:
        generation = session.get_one(Match, laid.id).host_generation

    assert (hosted.code, every.code) == (0, 0)
    assert list(hosted.json) == list(every.json) == ["replaced_at"]
    assert generation == 2


def test_who_holds_a_seat_or_hosts_can_have_the_link_of_their_page_sent(
    app: Flask, lay: Lay, sign: Sign
) -> None:
    match = lay(HostSeat(), openings.BRUNO).id
    with app.app_context():
        seat, host = openings.seat_token(match, 1), openings.host_token(match)
    service(app).seat(sign(seat)).send_player_link()
    service(app).host(sign(host)).send_player_link()
    with app.app_context():
        told = openings.told(match, "player_link")

    assert sorted(who for who, *_ in told) == ["Ann", "Bruno"]
