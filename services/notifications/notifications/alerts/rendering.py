"""An alert's sentence, written when it is read: in the reader's language, with the name that holds now."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from pydantic import JsonValue

from notifications.preferences.rules import SUBJECT_OF
from notifications.projections.models import Person
from notifications.templates.formatting import (
    first_name,
    format_moments,
    name_or_former_member,
    one_line_name,
)
from notifications.templates.translations import DEFAULT, Translations, fill, translations

PROVIDER_ACTS: Final = frozenset(
    {"order_accepted", "order_rejected", "order_started", "order_completed", "rating_requested"}
)
"""Kinds whose actor is a provider: a brand goes by its full name, a client by the first. Of kinds that go
both ways, the words say `to` whom."""


SYSTEM_NAME: Final = "Openhours"
"""Who speaks where no account does."""


def name_in(kind: str, actor: Person | None, told_by: str, language: str) -> str:
    """What the other side is called: as it is known now, else as the fact called it."""
    former_member = translations(language).common.former_member
    if SUBJECT_OF[kind] == "safety":
        return SYSTEM_NAME
    if actor and actor.deleted:
        return former_member
    return (actor.name if actor else "") or name_or_former_member(told_by, language) or former_member


def alert_text(kind: str, words: Mapping[str, JsonValue], name: str, language: str = DEFAULT) -> str:
    """'Grace wants Wed 25 Nov, 11:00'. `name` is the other side's; times are in the receiver's zone."""
    spoken = translations(language)
    in_full = kind in PROVIDER_ACTS or words.get("to") == "client" or name == spoken.common.former_member
    filled = {
        "name": one_line_name(name) if in_full else first_name(name),
        "when": format_moments(_starts(words), _zone(words), language),
        "text": one_line_name(_text(kind, words, spoken)),
        "post": quoted(str(words.get("post", "")), language),
    }
    count = words.get("n")
    sentence = spoken.alerts[str(words.get("sentence", kind))]
    return fill(sentence, filled, count if isinstance(count, int) else 1, language).strip()


def quoted(beginning: str, language: str) -> str:
    """How a post is called: by how it begins, in the language's quotes; '' for a post without words."""
    line = one_line_name(beginning)
    return fill(translations(language).common.quote, {"text": line}, language=language) if line else ""


def _text(kind: str, words: Mapping[str, JsonValue], spoken: Translations) -> str:
    """What somebody wrote, as it is; of what the house has its own names for, those of the language."""
    text = str(words.get("text", ""))
    if kind == "request_filed":
        return spoken.topic(text)
    return spoken.concern(text) if SUBJECT_OF.get(kind) == "safety" else text


def _starts(words: Mapping[str, JsonValue]) -> list[datetime]:
    starts = words.get("starts")
    return [datetime.fromisoformat(str(each)) for each in starts] if isinstance(starts, list) else []


def _zone(words: Mapping[str, JsonValue]) -> str:
    zone = words.get("zone")
    return zone if isinstance(zone, str) else "UTC"
