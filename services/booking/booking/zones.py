"""Local times of a zone on the UTC line (product.md 4.2; slot rule 1 of api.md 4). Pure; integers only.

An instant here is whole seconds since 1970 UTC; a local time is a day's ordinal (`date.toordinal`) and
minutes since that day's midnight, where 1440 is the midnight that ends it.
"""

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

DAY: Final = 86_400
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
EPOCH_ORDINAL: Final = EPOCH.toordinal()

_NAIVE_EPOCH: Final = datetime(1970, 1, 1)  # noqa: DTZ001 - local times have no zone until resolved


def seconds(instant: datetime) -> int:
    """The instant of an aware datetime, without its fraction of a second."""
    elapsed = instant - EPOCH
    return elapsed.days * DAY + elapsed.seconds


def moment(instant: int) -> datetime:
    """The aware UTC datetime of an instant."""
    return datetime.fromtimestamp(instant, UTC)


def local_day(instant: int, zone: ZoneInfo) -> int:
    """The ordinal of the day that the clocks of `zone` show at `instant`."""
    return moment(instant).astimezone(zone).toordinal()


def start_instant(ordinal: int, minute: int, zone: ZoneInfo) -> int:
    """When the local time begins: the first of two instants, or the change itself when the clocks skip it."""
    local = (ordinal - EPOCH_ORDINAL) * DAY + minute * 60
    steady = steady_offset(ordinal, zone)
    if steady is not None:
        return local - steady
    before, after = _offsets(local, zone)
    return local - before if before >= after else _change(local - after, local - before, zone)


def end_instant(ordinal: int, minute: int, zone: ZoneInfo) -> int:
    """When the local time ends: the last of two instants, or the change itself when the clocks skip it."""
    local = (ordinal - EPOCH_ORDINAL) * DAY + minute * 60
    steady = steady_offset(ordinal, zone)
    if steady is not None:
        return local - steady
    before, after = _offsets(local, zone)
    return local - after if before >= after else _change(local - after, local - before, zone)


def day_starts(first: int, last: int, zone: ZoneInfo) -> list[tuple[int, int]]:
    """When each day of `zone` begins: (instant, ordinal) in order, from `first` to the day after `last`.

    A day that the zone never had (Pacific/Apia, 2011-12-30) begins when it ends. Where the clocks go back
    over midnight, the old day returns for a while and has a second entry.
    """
    pages: list[tuple[int, int]] = []
    for ordinal in range(first, last + 2):
        offset = steady_offset(ordinal, zone)
        if offset is not None:
            pages.append(((ordinal - EPOCH_ORDINAL) * DAY - offset, ordinal))
            continue
        begins = start_instant(ordinal, 0, zone)
        pages.append((begins, ordinal))
        again = end_instant(ordinal, 0, zone)
        if again > begins:
            change = _change(begins, again, zone)
            if change < again:
                pages.extend(((change, ordinal - 1), (again, ordinal)))
    return pages


@lru_cache(maxsize=1 << 14)
def steady_offset(ordinal: int, zone: ZoneInfo) -> int | None:
    """Seconds east of UTC that the zone has from this day's midnight to the next; None when its clocks change
    in between. No zone changes twice within a day (a test checks it), so comparing both ends is enough.
    """
    local = (ordinal - EPOCH_ORDINAL) * DAY
    first, *others = {*_offsets(local, zone), *_offsets(local + DAY, zone)}
    return None if others else first


def _offsets(local: int, zone: ZoneInfo) -> tuple[int, int]:
    """Seconds east of UTC that the local second has by the clocks before, and after, a change near it."""
    local_time = _NAIVE_EPOCH + timedelta(0, local)
    before = zone.utcoffset(local_time)
    after = zone.utcoffset(local_time.replace(fold=1))
    assert before is not None
    assert after is not None
    if before is after or before == after:
        offset = before.days * DAY + before.seconds
        return offset, offset
    return before.days * DAY + before.seconds, after.days * DAY + after.seconds


def _change(low: int, high: int, zone: ZoneInfo) -> int:
    """The first instant after `low`, at most `high`, with another offset than `low`'s."""
    old = moment(low).astimezone(zone).utcoffset()
    while high - low > 1:
        middle = (low + high) // 2
        if moment(middle).astimezone(zone).utcoffset() == old:
            low = middle
        else:
            high = middle
    return high
