"""The HTML doors: public pages, letters' links, and what goes wrong."""

from flask import Flask

# Importing them hangs the doors on their blueprints.
from service.pages import (
    choosing_door,
    door,
    drop_door,
    erase_door,
    front,
    host_door,
    import_door,
    letters_door,
    links_door,
    lobby_doors,
    mailbox,
    me_door,
    my_page_door,
    open_door,
    palette,
    play_door,
    return_door,
    rules,
    security_door,
    silence_door,
    spectators,
    table_doors,
    verify_door,
    voice_door,
    wording,
)

PUBLIC = (import_door, open_door, play_door, rules, security_door, spectators, verify_door)
DOORS = (
    host_door,
    choosing_door,
    drop_door,
    erase_door,
    letters_door,
    links_door,
    lobby_doors,
    me_door,
    my_page_door,
    palette,
    return_door,
    silence_door,
    table_doors,
    voice_door,
)


def attach(app: Flask) -> None:
    wording.attach(app)
    for blueprint in (front.blueprint, door.blueprint, mailbox.blueprint):
        app.register_blueprint(blueprint)
