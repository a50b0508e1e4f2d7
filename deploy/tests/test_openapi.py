"""The committed openapi.json is what the services and the gateway describe today."""

import json
from functools import cache
from typing import Any

from ci.openapi import document
from generate.files import TARGET
from generate.json_schema import referenced_names

STALE = "generated/openapi.json is stale{}: run `make contracts`"


@cache
def described() -> dict[str, Any]:
    """The document that the code describes now."""
    return document()


def test_openapi_is_current() -> None:
    committed = json.loads((TARGET / "openapi.json").read_text(encoding="utf-8"))
    assert set(committed["paths"]) == set(described()["paths"]), STALE.format("")
    for path, operations in described()["paths"].items():
        assert committed["paths"][path] == operations, STALE.format(f" ({path})")
    assert committed == described(), STALE.format("")


def test_every_schema_that_is_named_is_there() -> None:
    schemas = described()["components"]["schemas"]
    assert referenced_names(described()) <= set(schemas)


def test_every_call_is_named_as_its_path() -> None:
    for path, operations in described()["paths"].items():
        for operation in operations.values():
            assert path.split("/")[2] == operation["operationId"]
