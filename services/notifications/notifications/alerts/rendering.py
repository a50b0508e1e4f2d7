"""The sentence of an alert, in the language of its reader and with the names of now (product.md 5.1)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

import orjson
from chassis.remembered import remembered
from pydantic import JsonValue

from notifications.preferences.rules import SUBJECT_OF
from notifications.projections.store import Person
from notifications.templates.formatting import (
    Reader,
    first_name,
    format_appointment,
    format_moments,
    format_services,
    name_or_former_member,
    one_line_name,
)
from notifications.templates.translations import Translations, fill, names_in, translations

PROVIDER_ACTS: Final = frozenset(
    {
        "order_accepted",
        "order_rejected",
        "order_started",
        "order_completed",
        "session_done",
        "order_time_asked",
        "rating_requested",
        "client_rated",
        "rating_answered",
    }
)
"""Kinds whose actor is a provider. A provider is called by the full name, which may be a brand, a client by
the first name. Of kinds that go both ways, the words say `to` whom."""

REMEMBERED_TEXTS: Final = 4096
"""Less than half a kilobyte each."""
SYSTEM_NAME: Final = "Openhours"
"""The sender where no account is one."""


def name_in(kind: str, actor: Person | None, name_then: str, language: str) -> str:
    """The name of the other side: as it is known now, else `name_then`, as the fact has it."""
    former_member = translations(language).common.former_member
    if SUBJECT_OF[kind] == "safety":
        return SYSTEM_NAME
    if actor and actor.deleted:
        return former_member
    return (actor.name if actor else "") or name_or_former_member(name_then, language) or former_member


def told(kind: str, words: Mapping[str, JsonValue], name: str, reader: Reader) -> str:
    """`alert_text`, remembered: an account reads the same alerts each time it opens its list.

    The text is a pure function of what it is remembered by.
    """
    # As text: orjson's bytes keep the 4 kB that they were written into.
    return _told(kind, orjson.dumps(words).decode(), name, reader)


@remembered(REMEMBERED_TEXTS)
def _told(kind: str, words: str, name: str, reader: Reader) -> str:
    return alert_text(kind, orjson.loads(words), name, reader)


def alert_text(kind: str, words: Mapping[str, JsonValue], name: str, reader: Reader) -> str:
    """'Grace wants Haircut, Wed 25 Nov, 11:00'. `name` is the other side's; times are as the reader reads.

    Where no device has said a zone, it is that of the words.

    Raises `KeyError` for a kind that the language has no sentence for.
    """
    language = reader.language
    texts = translations(language)
    sentence = texts.alerts[str(words.get("sentence", kind))]
    count = words.get("n")
    filled: dict[str, str] = {}
    for each in names_in(sentence):
        match each:
            case "name":
                in_full = kind in PROVIDER_ACTS or words.get("to") == "client"
                in_full = in_full or name == texts.common.former_member
                filled[each] = one_line_name(name) if in_full else first_name(name)
            case "services":
                filled[each] = format_services(_services(words), language)
            case "what":
                when = format_moments(_starts(words), reader.or_in(_zone(words)))
                filled[each] = format_appointment(format_services(_services(words), language), when, language)
            case "text":
                filled[each] = one_line_name(_text(kind, words, texts))
            case "post":
                filled[each] = quoted(str(words.get("post", "")), language)
            case _:  # the number, which `fill` knows
                pass
    return fill(sentence, filled, count if isinstance(count, int) else 1, language).strip()


def quoted(beginning: str, language: str) -> str:
    """A post by its first words, in the language's quotation marks; '' for a post without words."""
    line = one_line_name(beginning)
    return fill(translations(language).common.quote, {"text": line}, language=language) if line else ""


def _text(kind: str, words: Mapping[str, JsonValue], texts: Translations) -> str:
    """A quoted text as it is; topics and concerns in the reader's language."""
    text = str(words.get("text", ""))
    if kind == "request_filed":
        return texts.topic(text)
    return texts.concern(text) if SUBJECT_OF.get(kind) == "safety" else text


def _starts(words: Mapping[str, JsonValue]) -> list[datetime]:
    starts = words.get("starts")
    return [datetime.fromisoformat(str(each)) for each in starts] if isinstance(starts, list) else []


def _services(words: Mapping[str, JsonValue]) -> list[str]:
    """The names of the services; none in an alert of before they were kept."""
    services = words.get("services")
    return [str(each) for each in services] if isinstance(services, list) else []


def _zone(words: Mapping[str, JsonValue]) -> str:
    zone = words.get("zone")
    return zone if isinstance(zone, str) else "UTC"
