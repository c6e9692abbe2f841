"""The contract arranged for a reader: operations with their answers, schemas with their fields."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Answer:
    status: str
    description: str
    example: str | None


@dataclass(frozen=True)
class Operation:
    """`body` is an example of what is sent; `tokens` are the kinds of which one is wanted."""

    name: str
    method: str
    path: str
    summary: str
    description: str
    tag: str
    tokens: list[str]
    parameters: list[dict[str, Any]]
    body: str | None
    answers: list[Answer]

    def curl(self, base: str) -> str:
        """The operation as a command; what is to be filled in stands as a shell's variable."""
        path = re.sub(r"\{(\w+)\}", lambda found: f"${found[1].upper()}", self.path)
        parts = [f'curl -s "{base}{path}"']
        if self.method != ("POST" if self.body else "GET"):
            parts.append(f"-X {self.method}")
        if self.tokens:
            parts.append('-H "Authorization: Bearer $TOKEN"')
        if self.body:
            quoted = self.body.replace("'", "'\\''")
            parts += ["-H 'Content-Type: application/json'", f"-d '{quoted}'"]
        return " \\\n  ".join(parts)


@dataclass(frozen=True)
class Field:
    name: str
    type: str
    required: bool
    description: str


def operations(contract: dict[str, Any]) -> list[Operation]:
    return [
        _operation(contract, method, path, operation, item.get("parameters", []))
        for path, item in contract["paths"].items()
        for method, operation in item.items()
        if method != "parameters"
    ]


def schemas(contract: dict[str, Any]) -> dict[str, list[Field]]:
    found = contract.get("components", {}).get("schemas", {})
    return {name: list(_fields(schema)) for name, schema in found.items()}


def _operation(
    contract: dict[str, Any],
    method: str,
    path: str,
    operation: dict[str, Any],
    shared: list[dict[str, Any]],
) -> Operation:
    own = operation.get("parameters", [])
    return Operation(
        name=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation.get("summary", ""),
        description=operation.get("description", ""),
        tokens=operation.get("x-tokens", []),
        tag=operation["tags"][0],
        parameters=[_resolve(contract, one) for one in (*shared, *own)],
        body=_body(contract, operation),
        answers=[
            _answer(contract, str(status), response)
            for status, response in operation["responses"].items()
        ],
    )


def _body(contract: dict[str, Any], operation: dict[str, Any]) -> str | None:
    """An example of what is sent, empty where all of it may be left out."""
    asked = _resolve(contract, operation.get("requestBody", {}))
    example = next((one.get("example", {}) for one in asked.get("content", {}).values()), None)
    if example is None:
        return None
    return json.dumps(example, indent=2, ensure_ascii=False)


def _answer(contract: dict[str, Any], status: str, response: dict[str, Any]) -> Answer:
    whole = _resolve(contract, response)
    # Every refusal looks alike, and is explained once below: only what succeeds is shown.
    bodies = list(whole.get("content", {}).values()) if status < "300" else []
    example = bodies[0].get("example") if bodies else None
    shown = json.dumps(example, indent=2, ensure_ascii=False) if example else None
    return Answer(status, whole.get("description", ""), shown)


def _resolve(contract: dict[str, Any], thing: dict[str, Any]) -> dict[str, Any]:
    reference = thing.get("$ref")
    if reference is None:
        return thing
    found: dict[str, Any] = contract
    for step in reference.removeprefix("#/").split("/"):
        found = found[step]
    return found


def _fields(schema: dict[str, Any]) -> Iterator[Field]:
    required = schema.get("required", [])
    for name, field in schema.get("properties", {}).items():
        yield Field(name, _type(field), name in required, field.get("description", ""))


def _type(field: dict[str, Any]) -> str:
    if "$ref" in field:
        return str(field["$ref"]).rsplit("/", 1)[-1]
    kind = field.get("type", "any")
    if kind == "array":
        return f"list of {_type(field['items'])}"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)
