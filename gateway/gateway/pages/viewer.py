"""What a request says of its viewer, as far as a page depends on it: language, screen, time zone."""

import re
from dataclasses import dataclass
from typing import Final

from starlette.types import Scope

from gateway.pages.cookies import cookies_of
from gateway.pages.languages import language_of

MOST_LANGUAGES: Final = 8
VARY: Final = (b"vary", b"accept-encoding, accept-language, cookie, sec-ch-ua-mobile, user-agent")
"""The request headers that a page depends on."""
TIMEZONE_COOKIE: Final = "timezone"
SIGNED_IN_COOKIE: Final = "signed_in"
"""Both are written by the app (web/src/platform/viewer-cookies.ts)."""

_TAG: Final = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8}){0,3}")
_ZONE: Final = re.compile(r"[A-Za-z0-9_+-]{1,20}(/[A-Za-z0-9_+-]{1,30}){0,2}")


@dataclass(frozen=True, slots=True)
class Viewer:
    """The viewer of a page."""

    language: str
    """The code of a language of the app."""
    languages: tuple[str, ...]
    """The browser's language tags, the preferred first."""
    big_screen: bool
    timezone: str
    """An IANA zone, or "" when the browser has not told it."""
    signed_in: bool
    """Whether the browser says that an account is signed in. The server trusts it for nothing."""


def viewer_of(scope: Scope) -> Viewer:
    """The viewer of a page request."""
    headers: dict[bytes, str] = {name: value.decode("latin-1") for name, value in scope["headers"]}
    cookies = cookies_of(scope["headers"])
    language = language_of(scope)
    zone = cookies.get(TIMEZONE_COOKIE, "").replace("%2F", "/")
    return Viewer(
        language=language,
        languages=_languages(headers.get(b"accept-language", "")) or (language,),
        big_screen=_is_big_screen(headers),
        timezone=zone if _ZONE.fullmatch(zone) else "",
        signed_in=SIGNED_IN_COOKIE in cookies,
    )


def _languages(header: str) -> tuple[str, ...]:
    """The tags of Accept-Language in the order of their weights (RFC 9110, section 12.5.4)."""
    weighted: list[tuple[float, str]] = []
    for part in header.split(",")[:MOST_LANGUAGES]:
        tag, _, weight = part.strip().partition(";q=")
        if not _TAG.fullmatch(tag):
            continue
        try:
            weighted.append((float(weight or 1), tag))
        except ValueError:
            continue
    return tuple(tag for _, tag in sorted(weighted, key=lambda one: -one[0]))


def _is_big_screen(headers: dict[bytes, str]) -> bool:
    """Browsers that send client hints say it themselves; of others, phones have `Mobi` in their name."""
    hint = headers.get(b"sec-ch-ua-mobile")
    return hint != "?1" if hint else "Mobi" not in headers.get(b"user-agent", "")
