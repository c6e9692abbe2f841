"""Rapa Nui at a table of three, by its pages: links, forms, and the state behind them."""

import re
from html import unescape

from engine.rapanui.state import Stage, State
from service import play, table as rows, tokens
from service.sent import Asked, Sent
from tests.service.tables import NOON, Table, begin

WAYS = '<section class="ways"'  # what a seat may do
SENT = Sent(b"{}", "POST", "moai.example", "/test")


def seat_link(table: Table, seat: int) -> str:
    return f"/s/{tokens.sign(table.seat(seat))}"


def turn_link(table: Table, seat: int) -> str:
    return f"/t/{tokens.sign(table.turn(seat, str(table.row().phase)))}"


def state(table: Table) -> State:
    found: State = rows.load(table.row()).state
    return found


def awaited(table: Table) -> int:
    return table.row().awaited[0]


def submit(table: Table, seat: int, words: str) -> None:
    play.submit(table.seat(seat), SENT, Asked(table.row().turn, None, words), NOON)


def drawing() -> Table:
    """A match of Rapa Nui whose first player has played, and draws next."""
    table = begin("rapa-nui", 3, match_id="m1")
    seat = awaited(table)
    game = rows.game_of(table.row())
    first = next(iter(game.choices(state(table), seat)))
    submit(table, seat, game.say(state(table), first))
    assert state(table).stage is Stage.DRAW
    return table


def said(page: str) -> str:
    """A page's words without its tags."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page.partition("<main")[2])))


def hidden(page: str, do: str) -> dict[str, str]:
    """The hidden fields of the form whose button does this."""
    (form,) = [
        one
        for one in re.findall(r"<form.*?</form>", page, re.DOTALL)
        if f'value="{do}"' in one and 'name="text" value' in one and 'type="hidden"' in one
    ][:1]
    pairs = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    return {name: unescape(value) for name, value in pairs}
