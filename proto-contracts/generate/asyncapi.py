"""The events as AsyncAPI 3: one channel for each routing key of the exchange `openhours`.

A channel leads to its message, and its message to the JSON schema of the event.
"""

from inspect import getdoc
from typing import Any, Final

from contracts.event import Event

from generate.event_schemas import every_event, schema_of
from generate.json_schema import Schema, move_references

EXCHANGE: Final = {
    "amqp": {
        "is": "routingKey",
        "exchange": {"name": "openhours", "type": "topic", "durable": True},
        "bindingVersion": "0.3.0",
    }
}
_BINDING: Final = "openhours"


def document() -> dict[str, Any]:
    """The content of asyncapi.json."""
    events = every_event()
    schemas: dict[str, Schema] = {}
    for event in events.values():
        schema = move_references(schema_of(event), "#/components/schemas")
        schemas |= schema.pop("$defs", {})
        schemas[event.__name__] = schema
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Openhours events", "version": "1.0.0"},
        "defaultContentType": "application/json",
        "channels": {key: _channel(key, event) for key, event in events.items()},
        "operations": {f"tell.{key}": _operation(key, event) for key, event in events.items()},
        "components": {
            "messages": {event.__name__: _message(event) for event in events.values()},
            "schemas": dict(sorted(schemas.items())),
            "channelBindings": {_BINDING: EXCHANGE},
        },
    }


def _channel(key: str, event: type[Event]) -> dict[str, Any]:
    name = event.__name__
    return {
        "address": key,
        "messages": {name: {"$ref": f"#/components/messages/{name}"}},
        "bindings": {"$ref": f"#/components/channelBindings/{_BINDING}"},
    }


def _operation(key: str, event: type[Event]) -> dict[str, Any]:
    channel = f"#/channels/{key}"
    return {
        "action": "send",
        "channel": {"$ref": channel},
        "messages": [{"$ref": f"{channel}/messages/{event.__name__}"}],
        "tags": [{"name": key.partition(".")[0]}],
    }


def _message(event: type[Event]) -> dict[str, Any]:
    return {
        "name": event.__name__,
        "summary": (getdoc(event) or "").partition("\n")[0],
        "payload": {"$ref": f"#/components/schemas/{event.__name__}"},
        "x-audience": event.audience.value,
    }
