"""Negotiates a person's language from their device data and their browser's Accept-Language header."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Final

from babel import negotiate_locale
from contracts.languages import BY_TAG, DEFAULT, TAGS, Language
from fastapi import Depends, Request

_ENTRIES_READ: Final = 20
"""How many entries of an Accept-Language header are read. A long header costs no more than that."""


def language_named(name: object) -> Language | None:
    """The language of a tag ('fr', 'fr-CA') or of an English name ('French'); None for one without texts."""
    return _negotiated([name.strip()]) if isinstance(name, str) else None


def preferred_language(accept_language: str) -> Language | None:
    """The language with texts that an Accept-Language header prefers most (RFC 9110, section 12.5.4).

    `*` names no language, so it is ignored, as are entries of quality 0 and entries that cannot be read.
    """
    entries = [_tag_and_quality(entry) for entry in accept_language.split(",")[:_ENTRIES_READ]]
    accepted = sorted((entry for entry in entries if entry[1] > 0), key=lambda entry: entry[1], reverse=True)
    return _negotiated(tag for tag, _ in accepted)


def detected_language(device: Mapping[str, object], accept_language: str) -> Language | None:
    """The language in the device data, else the browser's; None when neither names one with texts."""
    return language_named(device.get("language")) or preferred_language(accept_language)


def language_of(device: Mapping[str, object], accept_language: str) -> Language:
    """The language in the device data, else the browser's, else English."""
    return detected_language(device, accept_language) or DEFAULT


def _negotiated(tags: Iterable[str]) -> Language | None:
    """The language of the first tag that Babel matches, with its region or without."""
    tag = negotiate_locale(tags, BY_TAG, sep="-", aliases=TAGS)
    return BY_TAG[tag.lower()] if tag else None


def _tag_and_quality(entry: str) -> tuple[str, float]:
    """An entry's tag, and its quality: 1 when it has none, 0 when it cannot be read."""
    tag, _, weight = entry.partition(";")
    name, _, value = weight.strip().partition("=")
    if not name:
        return tag.strip(), 1
    try:
        return tag.strip(), float(value) if name.strip() == "q" else 0
    except ValueError:
        return tag.strip(), 0


async def _accept_language(request: Request) -> str:
    return request.headers.get("accept-language", "")


AcceptLanguage = Annotated[str, Depends(_accept_language)]
"""The request's Accept-Language header; '' without one."""
