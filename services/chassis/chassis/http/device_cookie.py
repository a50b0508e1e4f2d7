"""The cookie by which a browser is known again at signing in (product.md 1.2). It is worth nothing but that.

Whoever has it is spared the waiting that strangers cause on an address; it opens no account.
"""

import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from chassis.http.login_cookie import set_cookie_headers

NAME: Final = "__Host-openhours_device"
PLAIN_NAME: Final = "openhours_device"
"""A second cookie for plain http, as with the login's."""
LIFE: Final = timedelta(days=400)
"""As long as browsers keep a cookie at most."""
_VALUE: Final = re.compile(r"[A-Za-z0-9_-]{43}")


def device_cookies(cookie_headers: Iterable[str]) -> list[str]:
    """The device cookies of a request as `name=value`; all its other cookies are left out."""
    pairs = (pair.strip() for header in cookie_headers for pair in header.split(";"))
    return [pair for pair in pairs if pair.partition("=")[0] in {NAME, PLAIN_NAME}]


def values(cookie_headers: Iterable[str]) -> list[str]:
    """The values of a request's device cookies that look as if they were ours: two at most."""
    given = (pair.partition("=")[2] for pair in device_cookies(cookie_headers))
    return list(dict.fromkeys(value for value in given if _VALUE.fullmatch(value)))[:2]


def sets_device_cookie(set_cookie: str) -> bool:
    """Whether a Set-Cookie header is that of a device cookie."""
    return set_cookie.partition("=")[0].strip() in {NAME, PLAIN_NAME}


def headers_for(value: str, *, https: bool) -> list[str]:
    """The Set-Cookie headers that give a browser the cookie."""
    return set_cookie_headers(value, LIFE, https=https, names=(NAME, PLAIN_NAME))
