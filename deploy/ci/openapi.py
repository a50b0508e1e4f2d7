"""Writes proto-contracts/generated/openapi.json: one document of every public call.

It joins what each service's app describes with what the gateway composes: `python -m ci.openapi`,
part of `make contracts`.
"""

import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from chassis.http.envelope import EnvelopeMessage
from chassis.settings import ServiceSettings
from fastapi import FastAPI
from gateway.composed.openapi import composed_openapi
from generate.files import as_text, write
from generate.json_schema import Schema, reachable, referenced_names, rename_references, without_titles

SERVICES: Final = ("identity", "profiles", "feed", "booking", "notifications")
GATEWAY: Final = "gateway"
_ANY_SECRET: Final = "0" * 64  # describing an app needs no real secret
SCHEMAS: Final = "#/components/schemas/"
RESPONSES: Final = "#/components/responses/"
PROBLEM: Final = "Problem"
_PUBLIC: Final = "/api/"
_METHODS: Final = frozenset({"get", "post"})
_STATUSES: Final = {
    "401": "No token, or none of ours.",
    "403": "Signed in, but this role or owner may not.",
    "404": "Unknown, or not for this caller to know.",
    "413": "The body is too large.",
    "415": "Not JSON, or not an image.",
    "422": "The login is over.",
    "429": "Too many requests; Retry-After says when.",
    "500": "A mistake of ours.",
    "502": "A service is down.",
    "503": "A service is busy or down.",
    "504": "A service is too slow.",
}
_PROBLEM_SCHEMA: Final[Schema] = {
    "type": "object",
    "description": "The envelope of an answer that is none.",
    "properties": {
        "status": {"const": False, "type": "boolean"},
        "message": {"$ref": f"{SCHEMAS}{EnvelopeMessage.__name__}"},
        "data": {"type": "null"},
    },
    "required": ["status", "message", "data"],
}


def document() -> dict[str, Any]:
    """The whole of openapi.json."""
    parts = {service: _service_document(service) for service in SERVICES}
    parts[GATEWAY] = _with_fuller_description(_public(composed_openapi()), parts)
    names = _names(parts)
    paths: dict[str, Any] = {}
    schemas: dict[str, Schema] = {PROBLEM: _PROBLEM_SCHEMA}
    for part, described in parts.items():
        paths |= rename_references(described["paths"], names[part])
        for name, schema in described["schemas"].items():
            schemas[names[part][name]] = rename_references(schema, names[part])
    for path in paths.values():
        for operation in path.values():
            _finish(operation)
    return _pruned(paths, schemas)


def app_of(service: str) -> FastAPI:
    """The app of a service, only to be described: it is not started, and its secrets are made up."""
    settings_type: type[ServiceSettings] = getattr(
        import_module(f"{service}.settings"), f"{service.capitalize()}Settings"
    )
    secrets = {name: _ANY_SECRET for name, field in settings_type.model_fields.items() if field.is_required()}
    return import_module(f"{service}.app").create_app(settings_type.model_validate(secrets))


def _service_document(service: str) -> dict[str, Any]:
    return _public(app_of(service).openapi())


def _public(described: dict[str, Any]) -> dict[str, Any]:
    """Only the calls that the gateway lets through, and the schemas they use."""
    paths = {path: each for path, each in described["paths"].items() if path.startswith(_PUBLIC)}
    return _used(
        {"paths": without_titles(paths), "schemas": without_titles(described["components"]["schemas"])}
    )


def _used(described: dict[str, Any]) -> dict[str, Any]:
    schemas = described["schemas"]
    used = reachable(referenced_names(described["paths"]), schemas)
    return {"paths": described["paths"], "schemas": {name: schemas[name] for name in schemas if name in used}}


def _with_fuller_description(composed: dict[str, Any], parts: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """Add what a service describes more fully than the gateway: bodies, and the answer of a search."""
    for described in parts.values():
        for path, methods in described["paths"].items():
            for method, operation in methods.items():
                shown = composed["paths"].get(path, {}).get(method)
                if shown is None:
                    continue
                if "requestBody" in operation:
                    shown["requestBody"] = operation["requestBody"]
                if shown["operationId"] == "search":
                    shown["responses"] = operation["responses"]
                needed = reachable(referenced_names(shown), described["schemas"])
                composed["schemas"] |= {name: described["schemas"][name] for name in needed}
    return _used(composed)


def _names(parts: Mapping[str, dict[str, Any]]) -> dict[str, dict[str, str]]:
    """New names: without brackets, and the part's name in front where two parts mean different things."""
    meanings: dict[str, list[Schema]] = {}
    plain: dict[str, dict[str, str]] = {}
    for part, described in parts.items():
        plain[part] = {name: re.sub(r"[^A-Za-z0-9]", "", name) for name in described["schemas"]}
        for name, schema in described["schemas"].items():
            different = meanings.setdefault(plain[part][name], [])
            meaning = {key: value for key, value in schema.items() if key != "required"}
            if meaning not in different:
                different.append(meaning)
    clashing = _clashing(meanings, parts, plain)
    return {
        part: {
            name: f"{part.capitalize()}{new}" if new in clashing else new for name, new in plain[part].items()
        }
        for part in parts
    }


def _clashing(
    meanings: Mapping[str, list[Schema]],
    parts: Mapping[str, dict[str, Any]],
    plain: Mapping[str, dict[str, str]],
) -> set[str]:
    """Names with two meanings, and the names of what refers to them in more than one part."""
    clashing = {name for name, different in meanings.items() if len(different) > 1}
    users: dict[str, set[str]] = {}
    for part, described in parts.items():
        for name in described["schemas"]:
            users.setdefault(plain[part][name], set()).add(part)
    while True:
        more = {
            plain[part][name]
            for part, described in parts.items()
            for name, schema in described["schemas"].items()
            if len(users[plain[part][name]]) > 1
            and {plain[part].get(used, used) for used in referenced_names(schema)} & clashing
        }
        if more <= clashing:
            return clashing
        clashing |= more


def _finish(operation: dict[str, Any]) -> None:
    """Every answer is an envelope; FastAPI's own 422 does not exist."""
    operation["responses"] = {"200": operation["responses"]["200"]} | {
        status: {"$ref": f"{RESPONSES}{status}"} for status in _STATUSES
    }
    operation.setdefault("security", [{"bearer": []}, {}])


def _problems() -> dict[str, Any]:
    """The answers that are refusals, by their status: every operation refers to them."""
    problem = {"application/json": {"schema": {"$ref": f"{SCHEMAS}{PROBLEM}"}}}
    return {status: {"description": words, "content": problem} for status, words in _STATUSES.items()}


def _pruned(paths: dict[str, Any], schemas: dict[str, Schema]) -> dict[str, Any]:
    """The document with the schemas that are used; what an answer always carries is required."""
    bodies = [each.get("requestBody") for each in _operations(paths)]
    request_schemas = reachable(referenced_names(bodies), schemas)
    responses = _problems()
    used = reachable(referenced_names(paths) | referenced_names(responses), schemas)
    for name in used - request_schemas:
        if "properties" in schemas[name]:
            schemas[name]["required"] = list(schemas[name]["properties"])
    return {
        "openapi": "3.1.0",
        "info": {"title": "Openhours", "version": "1.0.0"},
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": {name: schemas[name] for name in sorted(used)},
            "responses": responses,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
        },
    }


def _operations(paths: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [each for path in paths.values() for method, each in path.items() if method in _METHODS]


if __name__ == "__main__":
    write("openapi.json", as_text(document()))
