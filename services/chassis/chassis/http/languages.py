"""In which of the house's languages somebody reads, as far as their device or browser says."""

from collections.abc import Mapping
from typing import Annotated, Final

from contracts.events.identity import Language
from fastapi import Depends, Request

DEFAULT: Final[Language] = "english"
_BY_CODE: Final[dict[str, Language]] = {"en": "english", "fr": "french", "es": "spanish", "ar": "arabic"}
_BY_NAME: Final[dict[str, Language]] = {language: language for language in _BY_CODE.values()}
_MOST_READ: Final = 20
"""So many entries of an Accept-Language header are looked at."""


def language_named(said: object) -> Language | None:
    """The language of a tag ('fr', 'fr-CA') or of its English name; None when the house does not speak it."""
    if not isinstance(said, str):
        return None
    plain = said.strip().lower()
    return _BY_NAME.get(plain) or _BY_CODE.get(plain.partition("-")[0])


def most_wanted(accept_language: str) -> Language | None:
    """The house's language that an Accept-Language header wants most (RFC 9110, section 12.5.4)."""
    found: list[tuple[float, Language]] = []
    for entry in accept_language.split(",")[:_MOST_READ]:
        tag, _, weight = entry.partition(";")
        language = language_named(tag)
        quality = _quality(weight)
        if language and quality > 0:
            found.append((quality, language))
    return max(found, key=lambda each: each[0])[1] if found else None


def language_said(device: Mapping[str, object], accept_language: str) -> Language | None:
    """What the device data says, else what the browser asks for; None when the house speaks neither."""
    return language_named(device.get("language")) or most_wanted(accept_language)


def language_of(device: Mapping[str, object], accept_language: str) -> Language:
    """What the device data says, else what the browser asks for, else English."""
    return language_said(device, accept_language) or DEFAULT


def _quality(weight: str) -> float:
    name, _, value = weight.strip().partition("=")
    if not name:
        return 1
    try:
        return float(value) if name.strip() == "q" else 0
    except ValueError:
        return 0


async def _accept_language(request: Request) -> str:
    return request.headers.get("accept-language", "")


AcceptLanguage = Annotated[str, Depends(_accept_language)]
"""The request's Accept-Language header; '' without one."""
