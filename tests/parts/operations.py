"""The operations that the contract names, and how to ask for one."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

KEYID = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
FILE = Path(__file__).parents[2] / "openapi.yaml"
CONTRACT: dict[str, Any] = yaml.load(FILE.read_text(), yaml.CSafeLoader)


@dataclass(frozen=True)
class Operation:
    name: str
    method: str
    path: str
    kinds: frozenset[str]  # of tokens that it takes
    open: bool  # to whoever sends none
    signed: bool  # a key of the seat may stand in the token's place
    body: Any  # an example, where it takes one

    def url(self, match: str, seat: int = 1) -> str:
        named = {"match": match, "seat": seat, "game": "giants", "vote": 1, "substitute": 1}
        named |= {"keyid": KEYID, "absence": "none", "webhook": "none"}
        return self.path.format(**named)

    def ask(
        self, client: FlaskClient, match: str, token: str | None, body: Any = None
    ) -> TestResponse:
        head = {} if token is None else {"Authorization": f"Bearer {token}"}
        sent = self.body if body is None else body
        asked = {} if sent is None else {"json": sent}
        return client.open(self.url(match), method=self.method, headers=head, **asked)


def _operation(path: str, method: str, found: dict[str, Any]) -> Operation:
    content = found.get("requestBody", {}).get("content", {}).get("application/json", {})
    security = found.get("security") or [{}]
    return Operation(
        name=found["operationId"],
        method=method.upper(),
        path=path,
        kinds=frozenset(found.get("x-tokens", [])),
        open={} in security,
        signed={"signature": []} in security,
        body=content.get("example"),
    )


OPERATIONS = tuple(
    _operation(path, method, found)
    for path, item in CONTRACT["paths"].items()
    for method, found in item.items()
    if method != "parameters"
)
BY_NAME = {one.name: one for one in OPERATIONS}
