"""What free slots follow from: a provider's hours, and the time that is busy (product.md 4.2)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Final

import orjson
from chassis.db import Connection, Database, Record, Statement
from chassis.projections import wait_for_projection
from sqlalchemy import ARRAY, Text, any_, bindparam, case, select

from booking.hours.rules import Hours
from booking.hours.store import hours_from
from booking.projections.models import ServiceRow
from booking.slots.flexible import Basket
from booking.slots.hot_sql import BUSY_TIME, COUNTED_OF_MANY, OPEN_TIME, OPEN_TIME_FOR_SERVICES
from booking.slots.limits import CountedSession
from booking.slots.open_time import OpenTime, ServiceRules, basket_of, limits_of
from booking.slots.rules import Period, merged

FIND_RULES: Final = Statement(
    select(
        ServiceRow.provider_id,
        ServiceRow.service_id,
        ServiceRow.minutes,
        ServiceRow.buffer_before,
        ServiceRow.buffer_after,
        ServiceRow.minimum_notice,
        ServiceRow.booking_horizon,
        ServiceRow.most_per_day,
        ServiceRow.most_per_week,
        ServiceRow.offered_days,
        ServiceRow.status == "active",
        case((ServiceRow.at_client, ServiceRow.travel_before), else_=0),
        case((ServiceRow.at_client, ServiceRow.travel_after), else_=0),
    ).where(
        ServiceRow.service_id == any_(bindparam("service_ids", type_=ARRAY(Text))),
        ServiceRow.status == "active",
    )
)
"""A provider, and the fields of `ServiceRules` of an offered service of theirs."""


async def busy_time(
    tx: Connection,
    provider_ids: Sequence[str],
    first: datetime,
    last: datetime,
    *,
    but_order: str = "",
) -> dict[str, list[Period]]:
    """Each provider's busy time between two instants, in order and without overlap.

    The time of `but_order` counts as free, so that it does not prevent moving that order.
    """
    busy: dict[str, list[Period]] = {provider_id: [] for provider_id in provider_ids}
    rows = await BUSY_TIME.all(
        tx, provider_ids=list(provider_ids), first=first, last=last, but_order=but_order
    )
    for provider_id, starts, ends in rows:
        busy[provider_id].append((starts, ends))
    return {provider_id: merged(periods) for provider_id, periods in busy.items()}


async def open_time(
    database: Database,
    provider_id: str,
    viewer_id: str,
    first: datetime,
    last: datetime,
    *,
    but_order: str = "",
    service_ids: Sequence[str] = (),
) -> str | None:
    """Hours, and the busy time between two instants, as one JSON text for `open_time_from`; with
    `service_ids` also the rules of these services.

    None when the viewer may not see the provider. Waits a moment for a provider who was announced just now,
    and keeps no connection meanwhile.
    """
    values: dict[str, object] = {
        "provider_id": provider_id,
        "viewer_id": viewer_id,
        "first": first,
        "last": last,
        "but_order": but_order,
    }
    statement = OPEN_TIME
    if service_ids:
        statement = OPEN_TIME_FOR_SERVICES
        values["service_ids"] = " ".join(service_ids)

    async def read() -> Record | None:
        return await database.read_one(statement, values)

    row = await wait_for_projection(read)
    return None if row is None or row.blocked else row.known


async def open_time_for_order(
    tx: Connection,
    provider_id: str,
    service_ids: Sequence[str],
    first: datetime,
    last: datetime,
    *,
    but_order: str,
) -> OpenTime | None:
    """Hours, busy time, and the rules of an order's services, as of now; None for no such provider."""
    row = await OPEN_TIME_FOR_SERVICES.one(
        tx,
        provider_id=provider_id,
        viewer_id="",
        first=first,
        last=last,
        but_order=but_order,
        service_ids=" ".join(service_ids),
    )
    return None if row is None else open_time_from(row.known)


def open_time_from(known: str) -> OpenTime:
    """What `open_time` has read."""
    values: dict[str, Any] = orjson.loads(known)
    read = SimpleNamespace(**values)
    return OpenTime(
        hours_from(read),
        merged((start, end) for start, end in read.busy or []),
        tuple(ServiceRules(*each) for each in values.get("services") or []),
        read.shortest or 0,
        tuple(CountedSession(*each) for each in read.counted or []),
    )


async def baskets(
    tx: Connection, weeks: Mapping[str, Hours], first: datetime, last: datetime
) -> dict[str, Basket | None]:
    """What the engine must know of those of the providers who have flexible hours or limits."""
    asked = [each for each, hours in weeks.items() if hours.flexible or limits_of(hours, ())]
    if not asked:
        return {}
    rows = await COUNTED_OF_MANY.all(tx, provider_ids=asked, first=first, last=last, but_order="")
    return {
        provider_id: basket_of(OpenTime(weeks[provider_id], (), (), shortest or 0, _counted(counted)))
        for provider_id, shortest, counted in rows
    }


async def baskets_for_services(
    tx: Connection,
    weeks: Mapping[str, Hours],
    rules: Mapping[str, ServiceRules],
    needed: Mapping[str, int],
    first: datetime,
    last: datetime,
) -> dict[str, Basket | None]:
    """What the engine must know of these providers where so many minutes of this service are to be booked."""
    limited = [each for each, hours in weeks.items() if hours.flexible or limits_of(hours, (rules[each],))]
    known: dict[str, Record] = {}
    if limited:
        rows = await COUNTED_OF_MANY.all(tx, provider_ids=limited, first=first, last=last, but_order="")
        known = {row.provider_id: row for row in rows}
    found: dict[str, Basket | None] = {}
    for each, hours in weeks.items():
        row = known.get(each)
        shortest, counted = (row.shortest or 0, _counted(row.counted)) if row else (0, ())
        found[each] = basket_of(OpenTime(hours, (), (rules[each],), shortest, counted), needed[each])
    return found


async def rules_of_services(tx: Connection, service_ids: Sequence[str]) -> dict[str, ServiceRules]:
    """The rules of these services by provider, as far as they are offered; the first of each counts."""
    rows = await FIND_RULES.all(tx, service_ids=list(service_ids))
    rules: dict[str, ServiceRules] = {}
    for provider_id, *values in sorted(rows, key=lambda row: service_ids.index(row.service_id)):
        rules.setdefault(provider_id, ServiceRules(*values))
    return rules


def _counted(text: str | None) -> tuple[CountedSession, ...]:
    return tuple(CountedSession(*each) for each in orjson.loads(text)) if text else ()
