"""What a request says of its viewer, as far as a page depends on it: language, screen, time zone."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Final

LANGUAGES: Final = ("en", "fr", "es", "ar")
MOST_LANGUAGES: Final = 8
VARIES_ON: Final = b"accept-encoding, accept-language, cookie, sec-ch-ua-mobile, user-agent"
"""The request headers that a page depends on."""

_TAG: Final = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8}){0,3}")
_ZONE: Final = re.compile(r"[A-Za-z0-9_+-]{1,20}(/[A-Za-z0-9_+-]{1,30}){0,2}")


@dataclass(frozen=True, slots=True)
class Viewer:
    """The viewer of a page."""

    language: str
    """One of `LANGUAGES`."""
    languages: tuple[str, ...]
    """The browser's language tags, the preferred first."""
    big_screen: bool
    timezone: str
    """An IANA zone, or "" when the browser has not told it."""
    signed_in: bool
    """Whether the browser says that an account is signed in. The server trusts it for nothing."""


def viewer_of(headers: Iterable[tuple[bytes, bytes]]) -> Viewer:
    """Read a request's viewer. The cookies are the app's own, and hold no secret (web/src/platform/viewer-cookies.ts)."""
    found = {name: value.decode("latin-1") for name, value in headers}
    cookies = _cookies(found.get(b"cookie", ""))
    languages = _languages(found.get(b"accept-language", ""))
    wanted = [cookies.get("language", ""), *(tag.split("-")[0].lower() for tag in languages)]
    zone = cookies.get("timezone", "").replace("%2F", "/")
    return Viewer(
        language=next((one for one in wanted if one in LANGUAGES), LANGUAGES[0]),
        languages=languages or (LANGUAGES[0],),
        big_screen=_is_big_screen(found),
        timezone=zone if _ZONE.fullmatch(zone) else "",
        signed_in="signed_in" in cookies,
    )


def _cookies(header: str) -> dict[str, str]:
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header).items()}
    except CookieError:
        return {}


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
