"""Reads openapi.json as a list of calls and their fields."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import cast

OPENAPI = Path(__file__).parents[2] / "proto-contracts" / "generated" / "openapi.json"
Schema = dict[str, object]


@dataclass(frozen=True)
class Operation:
    """One public call."""

    method: str
    path: str
    """With {names} in place of values."""
    fields: tuple[str, ...]
    """The fields of its JSON body."""
    query: tuple[str, ...]
    values: tuple[str, ...]
    """The names in the path."""

    @property
    def call(self) -> str:
        """The name of the call as in api.md."""
        return self.path.split("/")[2]

    def address(self, value: str) -> str:
        """The path with one value for every name in it."""
        path = self.path
        for name in self.values:
            path = path.replace("{" + name + "}", value)
        return path


def operations(document: Path = OPENAPI) -> list[Operation]:
    """All calls of openapi.json, ordered by path."""
    whole = cast(Schema, json.loads(document.read_text()))
    paths = cast(dict[str, dict[str, Schema]], whole["paths"])
    found = [
        _operation(whole, method.upper(), path, details)
        for path, methods in paths.items()
        for method, details in methods.items()
        if path.startswith("/api/") and method in {"get", "post"}
    ]
    return sorted(found, key=lambda each: (each.path, each.method))


def _operation(whole: Schema, method: str, path: str, details: Schema) -> Operation:
    parameters = cast(list[Schema], details.get("parameters", []))

    def named(place: str) -> tuple[str, ...]:
        return tuple(str(each["name"]) for each in parameters if each["in"] == place)

    return Operation(method, path, _body_fields(whole, details), named("query"), named("path"))


def _body_fields(whole: Schema, details: Schema) -> tuple[str, ...]:
    body = cast(Schema, details.get("requestBody") or {})
    content = cast(dict[str, Schema], body.get("content") or {})
    schema = cast(Schema, content.get("application/json", {}).get("schema") or {})
    reference = schema.get("$ref")
    if isinstance(reference, str):
        schema = whole
        for step in reference.removeprefix("#/").split("/"):
            schema = cast(Schema, schema[step])
    return tuple(cast(Schema, schema.get("properties") or {}))
