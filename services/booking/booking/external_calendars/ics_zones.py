"""What the zones of an iCalendar file mean: by their names, or by the VTIMEZONE in the file. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from io import StringIO
from typing import Final, cast
from zoneinfo import ZoneInfo

from contracts.zones import ZONES, zone_named
from dateutil.tz import tzical

from booking.external_calendars.ics_times import UTC_TIME, Stamp

_OFFSET: Final = re.compile(r"(?:GMT|UTC|UT|Z)?\s*([+-])([0-9]{1,2})(?::?([0-9]{2}))?", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"[\s_-]+[0-9]+$")
_FARTHEST: Final = timedelta(hours=15)


class Zones:
    """The zones of one calendar. `written` has the lines of its usable VTIMEZONEs by their TZID.

    A time without a zone, a whole day, and a zone that nobody knows are those of `provider`.
    """

    def __init__(self, written: Mapping[str, Sequence[str]], provider: ZoneInfo) -> None:
        self._written = written
        self.provider = provider
        self._known: dict[str, tzinfo] = {"": provider, UTC_TIME: UTC}
        self.unknown: set[str] = set()
        """The names that were read as the provider's zone."""

    def of(self, stamp: Stamp) -> tzinfo:
        """The zone of a written time."""
        return self.provider if stamp.is_day else self.named(stamp.zone)

    def named(self, name: str) -> tzinfo:
        """The zone called `name`: of the IANA or of Windows, of the file, or the one that it resembles."""
        if name not in self._known:
            found = _exactly(name) or _described(self._written.get(name, ())) or _resembling(name)
            if found is None:
                self.unknown.add(name)
            self._known[name] = found or self.provider
        return self._known[name]

    def instant(self, stamp: Stamp) -> int:
        """Seconds since 1970 UTC. A time that the clocks skip has the offset from before the gap."""
        return instant_of(stamp.local, self.of(stamp))


def instant_of(local: datetime, zone: tzinfo) -> int:
    """Seconds since 1970 UTC of a clock's time in a zone: of two such times, the first (RFC 5545, 3.3.5)."""
    ahead = local.replace(tzinfo=zone).utcoffset() or timedelta()
    elapsed = local - ahead - datetime(1970, 1, 1)  # noqa: DTZ001 - both are UTC
    return elapsed.days * 86_400 + elapsed.seconds


def local_of(instant: int, zone: tzinfo) -> datetime:
    """What the clock of a zone shows at an instant, naive."""
    return datetime.fromtimestamp(instant, UTC).astimezone(zone).replace(tzinfo=None)


def _exactly(name: str) -> tzinfo | None:
    if name in ZONES:
        return zone_named(name)
    return zone_named(_of_windows()[name]) if name in _of_windows() else None


def _described(lines: Sequence[str]) -> tzinfo | None:
    """The zone of a VTIMEZONE; None for one that is none."""
    if not lines:
        return None
    try:
        zone = cast("tzinfo", tzical(StringIO("\n".join(lines))).get())
        offset = datetime(2027, 1, 1, tzinfo=zone).utcoffset()
    except (ValueError, OverflowError, AttributeError, TypeError, IndexError):
        return None
    return zone if offset is not None and abs(offset) <= _FARTHEST else None


def _resembling(name: str) -> tzinfo | None:
    """The zone that software means which writes names in its own way; None when there is no such way."""
    for spelt in _spellings(name):
        if spelt in _names_in_small():
            return _exactly(_names_in_small()[spelt])
        offset = _OFFSET.fullmatch(spelt)
        if offset is not None:
            ahead = timedelta(hours=int(offset[2]), minutes=int(offset[3] or 0))
            if ahead <= _FARTHEST:
                return timezone(ahead if offset[1] == "+" else -ahead)
    return None


def _spellings(name: str) -> Iterator[str]:
    """The name in small letters, without the path before it, and without the number behind it."""
    parts = name.strip(" \"'").lower().split("/")
    for spelt in ("/".join(parts[first:]) for first in range(len(parts))):
        yield from (spelt, _NUMBERED.sub("", spelt), spelt.replace(" ", "_"))


@cache
def _names_in_small() -> Mapping[str, str]:
    return {"utc": "UTC", "z": "UTC"} | {each.lower(): each for each in (*_of_windows(), *ZONES)}


@cache
def _of_windows() -> Mapping[str, str]:
    """The zones of Windows, by CLDR. Loaded when the first name is no zone of the IANA."""
    from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON  # noqa: PLC0415 - takes 0.1 s

    return WINDOWS_TO_OLSON
