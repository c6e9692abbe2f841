"""The HTML doors: the front page, the documentation, letters' links, and what goes wrong."""

from flask import Flask

# Importing them hangs the doors on their one blueprint.
from service.pages import (
    door,
    front,
    host_door,
    lobby_doors,
    mailbox,
    palette,
    silence_door,
    table_doors,
    voice_door,
    wording,
)

DOORS = (host_door, lobby_doors, palette, silence_door, table_doors, voice_door)


def attach(app: Flask) -> None:
    wording.attach(app)
    for blueprint in (front.blueprint, door.blueprint, mailbox.blueprint):
        app.register_blueprint(blueprint)
