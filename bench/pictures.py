"""Letters composed a second, and pictures drawn, beside a bare letter and a bare page of Jinja."""

import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from pathlib import Path

from sqlalchemy.orm import Session

from bench import bare_letter, postgres, stored
from bench.harness import Bench
from service import drawing, picturing
from service.drawing import NARROW, Markup
from service.picturing import Wanted
from service.post import composing, picture
from service.store.database import reading
from service.store.letters import Letter, Notice
from service.store.matches import Match
from service.store.players import Player

TITLE = "Letters composed and pictures drawn"
SEATS = 4
FIRST = {"giants": 0x1, "rapa-nui": 0x100000}
COPIES = 20
LETTER, PAGE = "bare Jinja letter", "bare Jinja page"


def benches() -> Iterator[Bench]:
    """Each letter is read from its rows; tables are just dealt, as most of a board is then."""
    with (
        postgres.running() as server,
        tempfile.TemporaryDirectory() as folder,
        stored.inside(server.database(), Path(folder)),
    ):
        laid = {game: stored.lay(game, SEATS, FIRST[game], COPIES) for game in FIRST}
        with reading() as session:
            for game, stock in laid.items():
                yield from _of_game(session, game, [*stock.ids()])


def _of_game(session: Session, game: str, ids: list[str]) -> Iterator[Bench]:
    at_hand = partial(_composed, session, cycle(ids))
    svg = _drawn(session, ids[0])
    yield Bench(
        f"{game}: letters, picture at hand", at_hand, bare_letter.letter, LETTER, inside=True
    )
    afresh = partial(_afresh, at_hand)
    yield Bench(f"{game}: letters, picture drawn", afresh, bare_letter.letter, LETTER, inside=True)
    yield Bench(
        f"{game}: SVG", partial(_drawn, session, ids[0]), bare_letter.page, PAGE, inside=True
    )
    yield Bench(f"{game}: PNG", partial(_pressed, svg), bare_letter.page, PAGE, inside=True)


def _composed(session: Session, ids: Iterator[str]) -> bytes:
    row = session.get_one(Match, next(ids))
    player = session.get_one(Player, f"{row.id}0")
    told = Notice(match_id=row.id, player_id=player.id, seat=0, kind="your_turn", facts={})
    letter = Letter(
        id=1, match_id=row.id, player_id=player.id, kind="your_turn", message_id=f"<{row.id}@x.y>"
    )
    return composing.compose(session, row, player, letter, [told], stored.BEGAN).text


def _afresh(compose: Callable[[], bytes]) -> bytes:
    drawing.small_png.cache_clear()
    return compose()


def _drawn(session: Session, match_id: str) -> Markup:
    row = session.get_one(Match, match_id)
    return picturing.of_row(session, row, 0, Wanted("light", NARROW))


def _pressed(svg: Markup) -> bytes:
    return drawing.small_png.__wrapped__(svg, picture.ZOOM, picture.MOST_BYTES)
