"""The events as JSON Schema, and an example of each."""

import json
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final

import contracts.events
from contracts.event import EVENTS, Event

from generate.files import as_text
from generate.json_schema import Schema, without_titles

_BY_FORMAT: Final = {"date-time": "2026-03-01T09:30:00Z", "date": "2026-03-01"}


def every_event() -> dict[str, type[Event]]:
    """Every event class by its key."""
    for module in iter_modules(contracts.events.__path__):
        import_module(f"contracts.events.{module.name}")
    return dict(sorted(EVENTS.items()))


def schema_of(event: type[Event]) -> Schema:
    """The JSON Schema of an event on the wire. Every field is required, because publishers send them all."""
    schema = without_titles(event.model_json_schema())
    for part in (schema, *schema.get("$defs", {}).values()):
        if "properties" in part:
            part["required"] = list(part["properties"])
    return schema


def example_of(event: type[Event]) -> str:
    """A valid event of this type, made from its schema."""
    schema = schema_of(event)
    body = json.dumps(_sample(schema, schema.get("$defs", {}), event.__name__))
    return as_text(json.loads(event.model_validate_json(body).model_dump_json()))


def _sample(schema: Schema, definitions: dict[str, Schema], name: str) -> Any:
    if "$ref" in schema:
        return _sample(definitions[schema["$ref"].rpartition("/")[2]], definitions, name)
    if "anyOf" in schema:
        return _sample(schema["anyOf"][0], definitions, name)
    options = [schema["const"]] if "const" in schema else schema.get("enum")
    if options:
        return options[0]
    kind = schema.get("type")
    if kind == "object":
        return _sample_object(schema, definitions)
    if kind == "array":
        return [_sample(schema.get("items", {}), definitions, name)]
    words = _BY_FORMAT.get(schema.get("format", ""), f"the {name}")
    return {"string": words, "boolean": True, "integer": 1, "number": 1}.get(str(kind))


def _sample_object(schema: Schema, definitions: dict[str, Schema]) -> Schema:
    if "properties" in schema:
        return {
            inner: _sample(each, definitions, inner)
            for inner, each in schema["properties"].items()
            if inner not in {"event_id", "version", "trace", "retold"}
        }
    more = schema.get("additionalProperties")
    return {"key": _sample(more, definitions, "value")} if isinstance(more, dict) else {}
