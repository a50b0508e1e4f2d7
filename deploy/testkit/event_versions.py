"""Versions of events made from the contract's examples: each says something else of the same things."""

import json
from collections.abc import Iterable
from typing import Any, Final

from chassis.bus import Message
from chassis.ids import new_id
from contracts.event import EVENTS, Event
from generate.event_examples import FOLDER
from generate.event_schemas import schema_of

Choices = dict[str, list[Any]]
FEWEST_VERSIONS: Final = 3
DIGEST: Final = "d1" * 32
LATER: Final = "2099-11-25T10:00:00Z"
"""An instant far in the future: an event whose time is over has no effect."""
NAMED: Final = ("name", "avatar", "username", "client_name", "provider_name")
SWITCHED: Final = ("blocked", "suspended", "interest", "hidden", "removed", "trusted")
COPIED: Final = {"client_language", "hour_cycle", "language", "status"}
"""Choices that are stored as they come: not every value needs a version of its own."""
FREE: Final[Choices] = {"kind": ["appointments", "posts", "summary"], "evidence": [{"brief": "as it was"}]}
"""What fields can hold of which the contract says less."""
NEVER: Final[dict[str, set[str]]] = {
    "booking.order.moved": {"system"},
    "booking.order.no_show_contested": {"system", "upcoming", "ongoing", "done"},
    "booking.order.place_changed": {"system"},
    "booking.order.session_ended": {"upcoming", "ongoing"},
    "booking.order.time_declined": {"system"},
    "booking.order.time_proposed": {"system"},
}
"""Values that the contract would allow in an event, and nobody publishes in this one."""


def history_of(keys: Iterable[str]) -> list[Event]:
    """Versions of each of these events, in turns and with growing revisions.

    There are so many that they show every value of each choice but of `COPIED`.
    Raises `FileNotFoundError` for an event without an example.
    """
    choices = {key: _choices(key) for key in sorted(keys)}
    most = {
        key: max([FEWEST_VERSIONS, *(len(values) for name, values in each.items() if name not in COPIED)])
        for key, each in choices.items()
    }
    turns = [(turn, key) for turn in range(max(most.values())) for key in choices if turn < most[key]]
    return [_version(key, turn, revision, choices[key]) for revision, (turn, key) in enumerate(turns, 1)]


def message_of(event: Event) -> Message:
    """The event in transit."""
    return Message(event.event_id, event.key, event.aggregate, event.model_dump_json().encode())


def _version(key: str, turn: int, revision: int, choices: Choices) -> Event:
    example = json.loads((FOLDER / f"{key}.json").read_text())
    content = _changed(example, turn, revision, choices)
    return EVENTS[key].model_validate({**content, "event_id": new_id()})


def _changed(content: Any, turn: int, revision: int, choices: Choices) -> Any:
    if isinstance(content, list):
        return [_changed(each, turn, revision, choices) for each in content]
    if not isinstance(content, dict):
        return content
    values = {
        "revision": revision,
        "average": float(revision),
        **{name: options[turn % len(options)] for name, options in choices.items()},
        **dict.fromkeys(SWITCHED, turn % 2 == 0),
        **{name: f"the {name} {revision}" for name in NAMED},
    }
    return {
        name: values[name]
        if name in values and _fits(value, values[name])
        else _later(name, _changed(value, turn, revision, choices))
        for name, value in content.items()
    }


def _fits(value: Any, other: Any) -> bool:
    """Whether `other` can stand for `value`: the choice of one field is no yes or no of another's name."""
    return isinstance(value, bool) == isinstance(other, bool)


def _later(name: str, value: Any) -> Any:
    if name.endswith("_digest"):
        return DIGEST
    return LATER if name.endswith("_at") else value


def _choices(key: str) -> Choices:
    """The values of each field that has only some; of fields of the same name, what all of them can have."""
    schema, found = schema_of(EVENTS[key]), FREE
    for part in (schema, *schema.get("$defs", {}).values()):
        for name, field in part.get("properties", {}).items():
            for option in (field, *field.get("anyOf", [])):
                if "enum" in option:
                    allowed = [each for each in option["enum"] if each not in NEVER.get(key, set())]
                    before = found.get(name, allowed) if name not in FREE else allowed
                    found = found | {name: [each for each in allowed if each in before]}
    return found
