"""A provider's open time, and the rules of the services to be booked in it (product.md 4.2). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from contracts.zones import zone_named

from booking.hours.rules import Hours
from booking.slots.flexible import EVERY_DAY, USUAL_MINUTES, Basket
from booking.slots.limits import CountedSession, Limit, full
from booking.slots.rules import Period


class ServiceRules(NamedTuple):
    """By which rules a service is booked; lengths in minutes. None where the provider's hours decide.

    The fields are in the order of `SERVICE_RULES` in `slots.hot_sql`.
    """

    service_id: str
    minutes: int
    before: int = 0
    after: int = 0
    notice: int | None = None
    horizon: int | None = None
    most_per_day: int | None = None
    most_per_week: int | None = None
    weekdays: int = EVERY_DAY
    active: bool = True
    travel_before: int = 0
    """Of travel to the client, on every kind of hours."""
    travel_after: int = 0


NO_RULES: Final = ServiceRules("", 0)
"""Of a service of which nothing is known but its length."""


@dataclass(frozen=True, slots=True)
class OpenTime:
    """Hours, busy time, the chosen services, and what limits and gaps depend on."""

    hours: Hours
    busy: Sequence[Period]
    services: tuple[ServiceRules, ...] = ()
    shortest: int = 0
    """Minutes of the provider's shortest active service; 0 if there is none, or nobody has to know."""
    counted: tuple[CountedSession, ...] = ()


def freed(services: Sequence[ServiceRules]) -> tuple[ServiceRules, ...]:
    """The services without what binds only clients: notice, horizon, limits and the days of the week."""
    return tuple(
        each._replace(notice=None, horizon=None, most_per_day=None, most_per_week=None, weekdays=EVERY_DAY)
        for each in services
    )


def narrowed(hours: Hours, services: Sequence[ServiceRules]) -> Hours:
    """The hours with the largest notice and the nearest horizon of the provider and the services."""
    if not services:
        return hours
    horizons = [each for each in (hours.horizon, *(each.horizon or 0 for each in services)) if each]
    return replace(
        hours,
        minimum_notice=max(hours.minimum_notice, *(each.notice or 0 for each in services)),
        horizon=min(horizons, default=0),
    )


def travel_of(services: Sequence[ServiceRules]) -> tuple[int, int]:
    """Minutes of travel before and after a session of these services: the longest (product.md 4.22)."""
    return (
        max((each.travel_before for each in services), default=0),
        max((each.travel_after for each in services), default=0),
    )


def buffers_of(services: Sequence[ServiceRules]) -> tuple[int, int]:
    """Minutes before and after a session on flexible hours: the largest buffer or travel of its services."""
    before, after = travel_of(services)
    return (
        max(before, *(each.before for each in services)) if services else 0,
        max(after, *(each.after for each in services)) if services else 0,
    )


def limits_of(hours: Hours, services: Sequence[ServiceRules]) -> list[Limit]:
    """The limits of the provider and of each service."""
    limits = [Limit("", "day", hours.most_per_day), Limit("", "week", hours.most_per_week)]
    for each in services:
        limits.append(Limit(each.service_id, "day", each.most_per_day or 0))
        limits.append(Limit(each.service_id, "week", each.most_per_week or 0))
    return [limit for limit in limits if limit.most]


def basket_of(open_time: OpenTime, minutes: int | None = None) -> Basket | None:
    """What the engine must know beside hours and busy time; None where nothing differs by it.

    A session lasts `minutes`; without it as long as the services together, else as the shortest service.
    """
    hours, services = open_time.hours, open_time.services
    limits = limits_of(hours, services)
    if not (hours.flexible or services or limits):
        return None
    zone = zone_named(hours.timezone)
    weekdays = EVERY_DAY
    for each in services:
        weekdays &= each.weekdays
    before, after = buffers_of(services)
    usual = sum(each.minutes for each in services) or open_time.shortest or USUAL_MINUTES
    return Basket(
        minutes=minutes or usual,
        before=before,
        after=after,
        shortest=open_time.shortest,
        weekdays=weekdays,
        full_days=full("day", limits, open_time.counted, zone),
        full_weeks=full("week", limits, open_time.counted, zone),
        travel=travel_of(services),
    )
