"""Lists every event with its publisher and its consumers (proto-contracts/docs/events.md)."""

import ast
import functools
from inspect import getdoc
from pathlib import Path
from typing import Final

from chassis.app import ServiceDefinition
from contracts.event import Event
from contracts.subscriptions import GUARDED
from generate.event_schemas import every_event
from generate.files import TARGET

from ci.documents.pages import CHASSIS, CHECKOUT, GATEWAY, SERVICES, folder_of, link, page, table
from ci.openapi import app_of

REPLAYS: Final = "replays.py"
DURABLE: Final = "data_exports.py"
"""The module of the chassis whose handlers are each service's own consumers."""
HEAD: Final = ("event", "when", "version", "audience", "published by", "consumed by")
INTRODUCTION: Final = (
    "# Events",
    "",
    "Every event, by the service that owns it. An event leads to the module of its class, a publisher to the",
    "module that announces it, a consumer to its handlers. The audience is the widest circle that may ever",
    "see an event; only the gateway shows events to browsers. A consumer takes each event once in effect: by",
    "a row in its inbox or, as noted, by the revision of what it keeps, or because nothing takes that back",
    f"(monotony). The README says how an event travels ({link('README.md', CHECKOUT / 'README.md')}). Tools",
    f"read {link('asyncapi.json', TARGET / 'asyncapi.json')}: the channel of an event's name leads to its",
    "message, whose payload is the event's JSON schema. `make contracts` generates this page.",
)


def document() -> str:
    """The content of events.md."""
    owned = {service: [key for key in every_event() if key.startswith(f"{service}.")] for service in SERVICES}
    return page(
        INTRODUCTION,
        *(
            block
            for service, keys in owned.items()
            for block in ([f"## {service}"], table(HEAD, [_row(service, key) for key in keys]))
        ),
    )


def _row(owner: str, key: str) -> list[str]:
    event = every_event()[key]
    return [
        link(f"`{key}`", _source_of(event)),
        (getdoc(event) or "").partition("\n\n")[0].replace("\n", " "),
        str(event.model_fields["version"].default),
        event.audience.value,
        ", ".join(link(_module(path, owner), path) for path in publishers_of(owner, event)),
        ", ".join(consumers_of(event)) or "nobody",
    ]


def _source_of(event: type[Event]) -> Path:
    """The module of the event's class."""
    return TARGET.parent.joinpath(*event.__module__.split(".")).with_suffix(".py")


def publishers_of(owner: str, event: type[Event]) -> list[Path]:
    """The modules of the owner that publish the event, without its replays."""
    return [path for path in _importers(owner, event) if path.name != REPLAYS]


def consumers_of(event: type[Event]) -> list[str]:
    """The consumers of the event, as links: services, sockets through the gateway, and every process."""
    found = [
        link(service, folder_of(service) / "handlers.py") + _guard(service, event)
        for service in SERVICES
        if event in _subscriptions_of(service)
    ]
    found += [link(f"gateway ({_module(path, GATEWAY)})", path) for path in _importers(GATEWAY, event)]
    found += [
        link(f"every process ({_module(path, CHASSIS)})", path)
        for path in _importers(CHASSIS, event)
        if path.name != DURABLE
    ]
    return found


def _guard(service: str, event: type[Event]) -> str:
    guard = GUARDED[service].get(event.key)
    return f" (once by {guard})" if guard else ""


@functools.cache
def _subscriptions_of(service: str) -> set[type[Event]]:
    """The events that the consumers of a service subscribe to."""
    described: ServiceDefinition = app_of(service).state.service
    return {event for consumer in described.consumers for event in consumer.event_types}


def _importers(package: str, event: type[Event]) -> list[Path]:
    """The modules of a package that import the event's class, in the order of their paths."""
    return [path for path, names in _imported_events(package).items() if event.__name__ in names]


@functools.cache
def _imported_events(package: str) -> dict[Path, set[str]]:
    """The names that each module of a package imports from contracts.events."""
    return {
        path: {
            alias.name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("contracts.events.")
            for alias in node.names
        }
        for path in sorted(folder_of(package).rglob("*.py"))
    }


def _module(path: Path, package: str) -> str:
    """The dotted name of a module within its package."""
    return ".".join(path.relative_to(folder_of(package)).with_suffix("").parts)
