"""JSON Schema of a whole record: its file, and each entry's public and private part by its kind.

`make docs` writes it to docs/record.schema.json; a test holds the two together.
"""

import json
from typing import Any

from engine import parts, record
from engine.schema import DIALECT, Components, Schema

NAME = "https://moai.example/docs/record.schema.json"
TITLE = "The record of a match"
TOLD = (
    "Every byte is explained in docs/record.md. What an action holds is said by its game: see "
    "GET /api/v1/games/{game}. A schema sees shapes only: `python -m engine verify` checks the "
    "chain, the luck and every step by the rules."
)


def schema() -> Schema:
    shapes = Components("#/$defs/")
    root = shapes.schema(record.Record)
    entry = shapes.named["Page"]
    entry["properties"] |= {"public": shapes.schema(parts.Public), "private": _private(shapes)}
    shapes.named["Record"]["properties"]["format"] = {"const": record.FORMAT}
    return {
        "$schema": DIALECT,
        "$id": NAME,
        "title": TITLE,
        "description": TOLD,
        **root,
        "$defs": shapes.named,
    }


def _private(shapes: Components) -> Schema:
    kinds: tuple[Any, ...] = (parts.Private, parts.Played, parts.Resolved)
    return {"anyOf": [*(shapes.schema(kind) for kind in kinds), {"type": "null"}], "default": None}


def page() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201  # `make docs` writes it to the file
