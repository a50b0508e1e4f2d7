"""Which addresses may be read, how they are shown, and when they are read again (product.md 4.14). Pure."""

from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from chassis.public_hosts import is_plain_host

MOST_CALENDARS: Final = 10
LONGEST_URL: Final = 2_000
EVERY: Final = timedelta(minutes=15)
LONGEST_PAUSE: Final = timedelta(hours=24)
ANEW_AFTER: Final = timedelta(hours=12)
"""An unchanged calendar is read in full after this long: its repeated events reach further by then."""
REACH: Final = timedelta(days=400)
"""How far ahead busy times are stored."""
MOST_SLOW: Final = 4
"""From so many slow readings in a row on a calendar is read every four hours."""
MOST_KILLS: Final = 2
"""A calendar that used up the memory or time of so many readers is switched off."""
SWITCHED_ON_AFTER: Final = timedelta(minutes=10)
"""Its owner may switch it on again so long after the last reading. It is off again after one more reader."""
_SCHEMES: Final = {"https": "https", "http": "http", "webcal": "https", "webcals": "https"}
_LOWEST_PORT: Final = 1024
_WEB_PORTS: Final = frozenset({80, 443})


class NotAnAddress(ValueError):
    """The typed text is not the address of a calendar. The message is for people."""


def calendar_address(typed: str) -> str:
    """The http address in what a provider typed; webcal means https. Raises NotAnAddress."""
    typed = typed.strip()
    try:
        parts = urlsplit(typed)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise NotAnAddress("This is not the address of a calendar.") from error
    scheme = _SCHEMES.get(parts.scheme.lower())
    if scheme is None or not host or len(typed) > LONGEST_URL or not typed.isprintable() or " " in typed:
        raise NotAnAddress("This is not the address of a calendar.")
    if not is_plain_host(host):
        raise NotAnAddress("The host of an address must be in plain letters, or an IP address.")
    if parts.username or parts.password:
        raise NotAnAddress("An address with a user name or password in it can't be read.")
    if port is not None and port not in _WEB_PORTS and port < _LOWEST_PORT:
        raise NotAnAddress("An address with this port can't be read.")
    return urlunsplit((scheme, parts.netloc, parts.path or "/", parts.query, ""))


def shown_address(url: str) -> str:
    """Host and last characters of the address: enough to distinguish calendars, too little to read one
    (product.md 4.14).
    """
    host = urlsplit(url).hostname
    return f"{host}/…{url[-6:]}" if host else "…"


def next_check(failures: int, now: datetime, slow_readings: int = 0) -> datetime:
    """When to read again: in 15 minutes; after each failure in a row in twice the time, at most in a day, and
    after each slow reading in a row in twice the time, at most in four hours.
    """
    return now + min(LONGEST_PAUSE, EVERY * 2 ** max(min(failures, 8), min(slow_readings, MOST_SLOW)))


def is_switched_off(reader_kills: int) -> bool:
    """Whether a calendar is read no more, until its owner switches it on."""
    return reader_kills >= MOST_KILLS
