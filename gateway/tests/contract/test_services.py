"""What other parts rely on of each service: its calls by their names, envelopes, and its tables."""

from functools import cache
from typing import Any, Final

import pytest
from ci.openapi import SERVICES, app_of
from gateway.rate_limits import ALLOWANCES
from gateway.routes import COMPOSED, ROUTES
from local.databases import schema_difference
from testkit.pytest_plugin import NewDatabase

WITHOUT_ENVELOPE: Final = {"/.well-known/jwks.json", "/dev/mail", "/dev/mail.json"}
"""Read by other programs, and by whoever develops."""

FILES: Final = {"calendar_feed", "download_clients", "get_client_file", "get_intake_file"}
"""Calls that answer with a file: OpenAPI does not describe them."""


@cache
def described(service: str) -> dict[str, Any]:
    """The OpenAPI document of a service."""
    return app_of(service).openapi()


@pytest.mark.parametrize("service", SERVICES)
def test_every_call_of_the_table_is_there_under_its_name(service: str) -> None:
    composed = {(route.method, route.call) for route in ROUTES if route.service == COMPOSED}
    found = {
        (method.upper(), path.split("/")[2], path.count("{"), operation["operationId"])
        for path, operations in described(service)["paths"].items()
        for method, operation in operations.items()
        if path.startswith("/api/") and (method.upper(), path.split("/")[2]) not in composed
    }
    routes = {route for route in ROUTES if route.service == service and route.call not in FILES}
    assert found == {(route.method, route.call, route.segments, route.call) for route in routes}


@pytest.mark.parametrize("service", SERVICES)
def test_a_limit_by_subject_counts_a_field_of_the_call_itself(service: str) -> None:
    document = described(service)
    for route in ROUTES:
        if route.service != service or ALLOWANCES[route.limit].subject is None:
            continue
        fields = _body_fields(document, route.call)
        named = {field for field in ("iv_email", "iv_token", "iv_order_id") if field in fields}
        assert route.subject in (named or {""}), f"{route.call}: name the field in gateway/routes.py"


def _body_fields(document: dict[str, Any], call: str) -> dict[str, Any]:
    body = document["paths"][f"/api/{call}"]["post"].get("requestBody")
    if body is None:
        return {}
    name = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    return document["components"]["schemas"][name]["properties"]


@pytest.mark.parametrize("service", SERVICES)
def test_every_answer_has_a_typed_envelope(service: str) -> None:
    schemas = described(service)["components"]["schemas"]
    for path, operations in described(service)["paths"].items():
        if path in WITHOUT_ENVELOPE:
            continue
        for operation in operations.values():
            schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
            envelope = schemas[schema["$ref"].rpartition("/")[2]]["properties"]
            assert envelope.keys() == {"status", "message", "data"}, path
            assert "anyOf" in envelope["data"] or envelope["data"]["type"] == "null", path


@pytest.mark.service
@pytest.mark.parametrize("service", SERVICES)
async def test_the_migrations_make_the_tables_of_the_models(service: str, new_database: NewDatabase) -> None:
    assert await schema_difference(service, await new_database(service)) is None
