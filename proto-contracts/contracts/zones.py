"""Time zones: one list of names and one edition of their rules for every part of Openhours.

`zoneinfo` asks the files of the machine first, which may be years old. Importing this module turns that off
for the whole process, so that the pinned package `tzdata` answers everywhere, for libraries too. PostgreSQL
is asked for no zone but UTC.
"""

import zoneinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

import tzdata

zoneinfo.reset_tzpath(to=[])
ZoneInfo.clear_cache()

EDITION: Final[str] = tzdata.IANA_VERSION
"""The edition of the IANA time zone database that all parts use, as '2026f'."""
ZONES: Final = frozenset(zoneinfo.available_timezones()) - {"Factory"}
"""The names that are accepted. `Intl.DateTimeFormat` of browsers knows each of them."""
_MACHINES_OWN: Final = ("right/", "posix/")
"""Folders of the machine whose names earlier versions accepted."""


@lru_cache(maxsize=1024)
def zone_named(name: str) -> ZoneInfo:
    """The zone of a name that was accepted once; UTC for one that is unknown here, or ''."""
    for folder in _MACHINES_OWN:
        name = name.removeprefix(folder)
    return ZoneInfo(name if name in ZONES else "UTC")
