"""The committed openapi.json is what the services and the gateway describe today."""

import json
from functools import cache
from typing import Any

from ci.openapi import RESPONSES, document
from generate.files import TARGET, as_text
from generate.json_schema import referenced_names

STALE = "generated/openapi.json is stale{}: run `make contracts`"


@cache
def described() -> dict[str, Any]:
    """The document that the code describes now."""
    return document()


def test_openapi_is_current() -> None:
    text = (TARGET / "openapi.json").read_text(encoding="utf-8")
    committed = json.loads(text)
    assert set(committed["paths"]) == set(described()["paths"]), STALE.format("")
    for path, operations in described()["paths"].items():
        assert committed["paths"][path] == operations, STALE.format(f" ({path})")
    assert text == as_text(described()), STALE.format("")


def test_every_schema_that_is_named_is_there() -> None:
    components = described()["components"]
    assert referenced_names(described()) <= {*components["schemas"], *components["responses"]}


def test_every_refusal_that_an_operation_refers_to_is_there() -> None:
    responses = described()["components"]["responses"]
    for path, operations in described()["paths"].items():
        for operation in operations.values():
            refusals = {status: each for status, each in operation["responses"].items() if status != "200"}
            assert refusals == {status: {"$ref": f"{RESPONSES}{status}"} for status in responses}, path


def test_every_call_is_named_as_its_path() -> None:
    for path, operations in described()["paths"].items():
        for operation in operations.values():
            assert path.split("/")[2] == operation["operationId"]
