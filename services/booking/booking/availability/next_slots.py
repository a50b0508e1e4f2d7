"""When each of many providers has time next, as lists show it (product.md 4.2)."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from chassis.db import Connection
from chassis.http.callers import Principal
from chassis.http.envelope import refuse_fields
from contracts.rules import messages
from contracts.zones import zone_named

from booking.availability.next_times import shown_run
from booking.availability.schemas import NextFreeSlots, NextFreeTime, NextSlotsAsked
from booking.hours.rules import Hours, hours_for
from booking.hours.store import visible_hours
from booking.slots.flexible import Basket
from booking.slots.open_time import ServiceRules, narrowed
from booking.slots.rules import Period, next_free
from booking.slots.runs import next_runs
from booking.slots.store import baskets, baskets_for_services, busy_time, rules_of_services
from booking.zones import end_instant, moment, seconds, start_instant

MOST_PROVIDERS: Final = 50
LOOK_AHEAD: Final = timedelta(days=31)
"""How far the next free slot of a provider is looked for."""


class _Span(NamedTuple):
    """Between which instants a slot may start, and when it has to be over; None: whenever."""

    first: int
    last: int
    over: int | None


async def next_free_slots(
    tx: Connection, asked: NextSlotsAsked, caller: Principal | None, now: datetime
) -> NextFreeSlots:
    """The next free slot of each of the providers; of their services, if any are named.

    None for no free slot within a month or on the day, for who offers none of the services, and for a
    provider whom the caller may not see. Raises a refusal for too many providers or services.
    """
    provider_ids = _ids("provider_ids", asked.provider_ids)
    span = _span(asked, now)
    hours = await visible_hours(tx, provider_ids, caller.id if caller else "")
    busy = await busy_time(tx, provider_ids, moment(span.first), moment(span.last))
    if not asked.services:
        starts = await _starts(tx, hours, busy, span, now)
        return NextFreeSlots(next_free=dict.fromkeys(provider_ids) | starts, times={})
    rules = await rules_of_services(tx, _ids("services", asked.services))
    offering = {each: hours[each] for each in provider_ids if each in hours and each in rules}
    times = await _times(tx, offering, busy, rules, span, asked.minutes, now)
    known: dict[str, NextFreeTime | None] = dict.fromkeys(provider_ids) | times
    return NextFreeSlots(
        next_free={each: time and time.provider_start_time for each, time in known.items()}, times=known
    )


async def _starts(
    tx: Connection,
    hours: Mapping[str, Hours],
    busy: Mapping[str, Sequence[Period]],
    span: _Span,
    now: datetime,
) -> dict[str, datetime | None]:
    first, last = moment(span.first), moment(span.last)
    found = await baskets(tx, hours, first, last)
    slots = {
        each: next_free(week, busy[each], first, last, now, found.get(each)) for each, week in hours.items()
    }
    return {each: slot.start if slot else None for each, slot in slots.items()}


async def _times(
    tx: Connection,
    hours: Mapping[str, Hours],
    busy: Mapping[str, Sequence[Period]],
    rules: Mapping[str, ServiceRules],
    span: _Span,
    minutes: int | None,
    now: datetime,
) -> dict[str, NextFreeTime | None]:
    weeks = {each: narrowed(hours_for(week, "client"), (rules[each],)) for each, week in hours.items()}
    needed = {each: max(rules[each].minutes, minutes or 0) for each in weeks}
    found = await baskets_for_services(tx, weeks, rules, needed, moment(span.first), moment(span.last))
    return {
        each: _next_time(week, busy[each], span, needed[each], found.get(each), now)
        for each, week in weeks.items()
    }


def _next_time(
    hours: Hours,
    busy: Sequence[Period],
    span: _Span,
    needed: int,
    basket: Basket | None,
    now: datetime,
) -> NextFreeTime | None:
    for run in next_runs(hours, busy, span.last, now, needed, basket, first=span.first):
        if span.over is None or seconds(run[-1].end) <= span.over:
            return shown_run(run, needed)
    return None


def _span(asked: NextSlotsAsked, now: datetime) -> _Span:
    if asked.available_on is None:
        return _Span(seconds(now), seconds(now + LOOK_AHEAD), None)
    zone, day = zone_named(asked.timezone), asked.available_on.toordinal()
    end = end_instant(day, asked.until_minute, zone)
    return _Span(
        max(start_instant(day, asked.from_minute, zone), seconds(now)), end, end if asked.narrows else None
    )


def _ids(field: str, text: str) -> list[str]:
    ids = list(dict.fromkeys(text.split(",")))
    if len(ids) > MOST_PROVIDERS:
        raise refuse_fields(**{field: messages.TOO_MANY.format(n=MOST_PROVIDERS)})
    return ids
