"""The soonest times at which a provider has enough time (product.md 4.2)."""

from collections.abc import Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from chassis.db import Database
from chassis.errors import NotFound
from chassis.http.callers import Principal
from contracts.zones import zone_named

from booking.availability.asked_services import asked_time, named_services
from booking.availability.schemas import AvailableSlot, NextFreeTime, NextFreeTimes, NextTimesAsked
from booking.availability.service import NO_SUCH_PROVIDER
from booking.slots.rules import LONGEST_VIEW, Slot
from booking.slots.runs import next_runs
from booking.slots.store import open_time
from booking.zones import local_day, moment, seconds, start_instant


async def next_free_times(
    database: Database, caller: Principal | None, asked: NextTimesAsked, now: datetime
) -> NextFreeTimes:
    """The soonest starts with enough time for the services or `asked.duration`, on today and the 61 days
    after it.

    Without either the shortest run counts. Raises NotFound for a provider whom the caller may not see, and a
    refusal for a service that is not offered.
    """
    services = named_services(asked.services)
    viewer = zone_named(asked.timezone)
    last = start_instant(local_day(seconds(now), viewer) + LONGEST_VIEW, 0, viewer)
    known = await open_time(
        database,
        asked.provider_id,
        caller.id if caller else "",
        now,
        moment(last),
        service_ids=services,
    )
    if known is None:
        raise NotFound(NO_SUCH_PROVIDER)
    time = asked_time(known, services, asked.duration)
    runs = next_runs(time.hours, time.busy, last, now, time.minutes or 1, time.basket)
    return NextFreeTimes(
        provider_timezone=time.hours.timezone,
        times=[shown_run(run, time.minutes) for run in islice(runs, asked.limit)],
    )


def shown_run(run: Sequence[Slot], needed: int | None) -> NextFreeTime:
    """A start with the slots that one who takes it books."""
    long_enough = True if needed else None
    slots = [_shown(slot, long_enough) for slot in run]
    return NextFreeTime(**dict[str, Any](slots[0]), run=slots)


def _shown(slot: Slot, long_enough: bool | None) -> AvailableSlot:
    return AvailableSlot(
        appointment_slot_id=slot.slot_id,
        provider_start_time=slot.start,
        provider_end_time=slot.end,
        client_start_time=slot.start,
        client_end_time=slot.end,
        duration=slot.minutes,
        alias=slot.alias,
        long_enough=long_enough,
    )
