"""Reads a provider's figures (product.md 4.18)."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from chassis.db import Connection

from booking.figures.hot_sql import FIND_FIGURES
from booking.figures.rules import Counted, Parts, offsets
from booking.zones import moment


async def figures_of(tx: Connection, provider_id: str, parts: Parts, zone: ZoneInfo) -> Sequence[Counted]:
    """Every figure of the provider that is not zero, by part."""
    clocks = offsets(parts, zone)
    return await FIND_FIGURES.all(
        tx,
        provider_id=provider_id,
        bounds=[moment(instant) for instant in parts.bounds(zone)],
        count=parts.count,
        of_former=parts.of_former,
        changes=[moment(instant) for instant, _ in clocks],
        offsets=[offset for _, offset in clocks],
    )
