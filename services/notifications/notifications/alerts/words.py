"""An alert's sentence, written when it is read: in the reader's language, with the name that holds now."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from pydantic import JsonValue

from notifications.templates.catalogue import DEFAULT, catalogue, fill
from notifications.templates.phrases import first_name, moments, plain_name

TO_CLIENT: Final = frozenset(
    {"order_accepted", "order_rejected", "order_started", "order_completed", "rating_requested"}
)
"""Kinds whose actor is a provider: a brand goes by its full name, a client by the first. Of kinds that go
both ways, the words say `to` whom."""


def alert_text(kind: str, words: Mapping[str, JsonValue], name: str, language: str = DEFAULT) -> str:
    """'Grace wants Wed 25 Nov, 11:00'. `name` is the other side's; times are in the receiver's zone."""
    spoken = catalogue(language)
    in_full = kind in TO_CLIENT or words.get("to") == "client" or name == spoken.common.former_member
    filled = {
        "name": plain_name(name) if in_full else first_name(name),
        "when": moments(_starts(words), _zone(words), language),
        "text": plain_name(str(words.get("text", ""))),
    }
    count = words.get("n")
    return fill(spoken.alerts[kind], filled, count if isinstance(count, int) else 1)


def _starts(words: Mapping[str, JsonValue]) -> list[datetime]:
    starts = words.get("starts")
    return [datetime.fromisoformat(str(each)) for each in starts] if isinstance(starts, list) else []


def _zone(words: Mapping[str, JsonValue]) -> str:
    zone = words.get("zone")
    return zone if isinstance(zone, str) else "UTC"
