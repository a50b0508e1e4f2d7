"""What the slot engine assumes about time zones holds for every zone."""

import struct
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.resources import files
from itertools import pairwise

from contracts.zones import ZONES

HEADER = struct.Struct(">4sc15x6l")
BEGIN = datetime(1971, 1, 1, tzinfo=UTC).timestamp()
"""The earliest day that can be asked for."""
TWO_DAYS = 2 * 86_400


def compiled(name: str) -> bytes:
    """The zone's TZif file (RFC 9636)."""
    return files("tzdata").joinpath("zoneinfo", *name.split("/")).read_bytes()


def changes(name: str) -> Iterator[int]:
    """The instants at which the zone's offset changes."""
    data = compiled(name)
    _, _, isut, isstd, leaps, times, types, letters = HEADER.unpack_from(data)
    second = HEADER.size + times * 5 + types * 6 + letters + leaps * 8 + isstd + isut
    _, _, _, _, _, times, types, _ = HEADER.unpack_from(data, second)
    at = second + HEADER.size
    instants = struct.unpack_from(f">{times}q", data, at)
    kinds = struct.unpack_from(f">{times}B", data, at + times * 8)
    offsets = [struct.unpack_from(">l", data, at + times * 9 + kind * 6)[0] for kind in range(types)]
    offset = offsets[0]
    for instant, kind in zip(instants, kinds, strict=True):
        if offsets[kind] != offset:
            yield instant
        offset = offsets[kind]


def test_no_zone_changes_its_clocks_twice_within_a_day() -> None:
    """`steady_offset` looks at both ends of a day only."""
    counted = 0
    for name in sorted(ZONES):
        listed = [instant for instant in changes(name) if instant > BEGIN]
        counted += len(listed)
        assert all(later - sooner > TWO_DAYS for sooner, later in pairwise(listed)), name
    assert counted > 1_000
