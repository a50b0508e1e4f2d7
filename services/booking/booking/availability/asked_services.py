"""The services that a request for free time names, and what is known of them then (product.md 4.2)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from chassis.http.envelope import refuse_fields
from contracts.rules import messages

from booking.hours.rules import Hours, hours_for
from booking.orders.rules import MOST_SERVICES, NOT_OFFERED, Role
from booking.slots.flexible import Basket
from booking.slots.open_time import basket_of, freed, narrowed
from booking.slots.rules import Period
from booking.slots.store import open_time_from


@dataclass(frozen=True, slots=True)
class AskedTime:
    """What the engine finds free time by. `minutes` are needed together; None for any length."""

    hours: Hours
    busy: Sequence[Period]
    basket: Basket | None
    minutes: int | None


def named_services(ids: str) -> tuple[str, ...]:
    """The ids with commas between, each once. Raises a refusal for more than an order may have."""
    services = tuple(dict.fromkeys(filter(None, ids.split(","))))
    if len(services) > MOST_SERVICES:
        raise refuse_fields(services=messages.TOO_MANY.format(n=MOST_SERVICES))
    return services


def asked_time(
    known: str, wanted: Sequence[str], duration: int | None, role: Role = "client", ordered: int | None = None
) -> AskedTime:
    """What follows from `slots.store.open_time` for these services; without services `duration` counts.

    An order of `ordered` minutes is moved with its services, offered or not. Raises a refusal for a service
    that is not offered now.
    """
    read = open_time_from(known)
    services = tuple(each for each in read.services if each.service_id in wanted)
    if wanted and ordered is None:
        if sum(each.active for each in services) < len(wanted):
            raise refuse_fields(services=NOT_OFFERED)
        duration = sum(each.minutes for each in services)
    if role == "provider":
        services = freed(services)
    hours = narrowed(hours_for(read.hours, role), services)
    basket = basket_of(replace(read, hours=hours, services=services), ordered or duration)
    return AskedTime(hours, read.busy, basket, duration)
