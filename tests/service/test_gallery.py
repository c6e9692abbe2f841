"""The gallery forgets no page: every door of the app that shows one has a scene."""

from flask import Flask

from tests.gallery.scenes import SCENES

PAGES = ("pages.", "doors.", "mailbox.")
# What these answer is no page: files, colours, the contract, and parts of a letter.
NO_PAGES = {
    "pages.static",
    "pages.openapi",
    "pages.colours",
    "pages.verify_alone",
    "pages.security",
    "pages.security_of_old",
    "mailbox.html",
    "mailbox.picture",
    "doors.my_data_file",
}
NOWHERE = "GET /nowhere"  # for the page of what is wrong


def doors(app: Flask) -> set[str]:
    return {
        f"{method} {rule.rule}"
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith(PAGES) and rule.endpoint not in NO_PAGES
        for method in (rule.methods or set()) & {"GET", "POST"}
    }


def test_every_door_that_shows_a_page_has_a_scene(app: Flask) -> None:
    assert doors(app) - {scene.door for scene in SCENES} == set()


def test_every_scene_leads_to_a_door_that_there_is(app: Flask) -> None:
    assert {scene.door for scene in SCENES} - doors(app) == {NOWHERE}


def test_no_two_scenes_are_drawn_into_one_file() -> None:
    names = [scene.name for scene in SCENES]

    assert len(names) == len(set(names))
