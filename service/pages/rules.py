"""The rules of each game in our own words, and how playing by letter goes."""

from flask import abort, render_template
from flask.typing import ResponseReturnValue

from engine.registry import GAMES
from service import games
from service.pages import notations
from service.pages.front import blueprint


@blueprint.get("/rules")
def every_rules() -> ResponseReturnValue:
    return render_template("rules.html", games=games.every())


@blueprint.get("/rules/<game>")
def rules(game: str) -> ResponseReturnValue:
    if game not in GAMES:
        abort(404)
    return render_template(
        f"rules_{game.replace('-', '_')}.html",
        game=GAMES[game].meta,
        notation=notations.SHEETS[game],
    )


@blueprint.get("/help")
def help_page() -> ResponseReturnValue:
    return render_template("help.html", games=games.every(), sheets=notations.SHEETS)
