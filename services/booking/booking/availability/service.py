"""Setting and showing hours, and the free slots that follow from them (product.md 4.1 and 4.2)."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

import orjson
from chassis.db import Connection, Database, Transaction
from chassis.errors import Forbidden, NotFound
from chassis.http.callers import Principal
from chassis.http.envelope import refuse_fields
from chassis.outbox import emit
from contracts.events.booking import HoursChanged
from contracts.zones import zone_named

from booking.availability.asked_services import named_services
from booking.availability.response_cache import SlotsAnswer, SlotsQuery, cached_answer
from booking.availability.schemas import FreeOn, HistoryEntry, SettingsAndHistory, SlotsAsked
from booking.availability.serializers import slots_answer
from booking.day_summaries.service import follow_zone
from booking.hours.changes import NO_PROVIDER, changed_hours
from booking.hours.rules import Hours, hours_for, shown_to_others
from booking.hours.schemas import WindowRequest
from booking.hours.serializers import appointment_info
from booking.hours.store import (
    keep_hours,
    known_hours,
    lock_hours,
    own_hours,
    visible_hours,
)
from booking.orders.access import Bearer, order_for
from booking.orders.store import held_sessions
from booking.projections.store import are_blocked
from booking.serialization import instant_text
from booking.slots.publishing import all_slots_changed
from booking.slots.rules import LONGEST_VIEW, free_days
from booking.slots.runs import has_time
from booking.slots.store import baskets, busy_time, open_time
from booking.zones import end_instant, start_instant

AROUND: Final = timedelta(days=2)
"""A day of any zone reaches less than this beyond the same day in UTC."""
PREVIEWED: Final = timedelta(days=6)
"""A preview shows today and the six days after."""
NO_SUCH_PROVIDER: Final = "This provider does not exist."


async def set_hours(tx: Transaction, provider_id: str, window: WindowRequest, now: datetime) -> Hours:
    """Change the provider's hours; a field that is left out keeps its value.

    Raises Forbidden for an account that is no provider, and a refusal for hours that cannot be.
    """
    known = await lock_hours(tx, provider_id)
    if known is None:
        raise Forbidden(NO_PROVIDER)
    hours = changed_hours(known, window)
    revision = await keep_hours(tx, provider_id, hours)
    if hours.timezone != known.timezone:
        await follow_zone(tx, provider_id, hours.timezone, now)
    await emit(
        tx,
        HoursChanged(provider_id=provider_id, timezone=hours.timezone, revision=revision),
        all_slots_changed(provider_id, now),
    )
    return hours


async def hours_seen_by(
    database: Database, tx: Connection, provider_id: str, caller: Principal | None, now: datetime
) -> Hours:
    """The hours of a provider; the owner sees all of them, others what concerns them.

    Raises NotFound for a provider whom the caller may not see.
    """
    hours = await known_hours(database, provider_id)
    if hours is None or (caller and await are_blocked(tx, caller.id, provider_id)):
        raise NotFound(NO_SUCH_PROVIDER)
    if _is_owner(caller, provider_id):
        return hours
    return shown_to_others(hours, now.astimezone(zone_named(hours.timezone)).date())


def _is_owner(caller: Principal | None, provider_id: str) -> bool:
    return caller is not None and caller.id == provider_id


async def settings_and_history(
    database: Database, tx: Connection, provider_id: str, caller: Principal | None, now: datetime
) -> SettingsAndHistory:
    """A provider's hours, and start and slot id of the sessions to come that hold their time.

    Only the owner sees which of the sessions belong to one order.
    """
    hours = await hours_seen_by(database, tx, provider_id, caller, now)
    own = _is_owner(caller, provider_id)
    orders: dict[str | int, list[dict[str, str]]] = {}
    for number, held in enumerate(await held_sessions(tx, provider_id, now)):
        orders.setdefault(held.order_id if own else number, []).append(
            {"provider_start_time": instant_text(held.starts_at), "appointment_slot_id": held.slot_id}
        )
    history = [HistoryEntry(session_time=orjson.dumps(sessions).decode()) for sessions in orders.values()]
    return SettingsAndHistory(appointment_info=appointment_info(provider_id, hours), booking_info=history)


async def available_slots(
    database: Database, caller: Principal | None, asked: SlotsAsked, now: datetime
) -> SlotsAnswer:
    """The answer with a provider's free slots, or with those to which an order may be moved.

    Raises NotFound for a provider whom the caller may not see, and what `order_for` raises.
    """
    if asked.last < asked.first:
        raise refuse_fields(to="The last day must not be before the first.")
    if (asked.last - asked.first).days >= LONGEST_VIEW:
        raise refuse_fields(to=f"At most {LONGEST_VIEW} days can be asked for.")
    query = await _query(database, caller, asked)
    viewer, reach = caller.id if caller else "", _reach(asked.first, asked.last, now)
    known = await open_time(
        database,
        asked.provider_id,
        viewer,
        *reach,
        but_order=asked.order_id,
        service_ids=query.services,
    )
    if known is None:
        raise NotFound(NO_SUCH_PROVIDER)
    return cached_answer(known, query, now)


async def _query(database: Database, caller: Principal | None, asked: SlotsAsked) -> SlotsQuery:
    """What is asked for. An order is moved with the services and the length that it has."""
    days = (asked.first, asked.last, asked.timezone, asked.duration)
    if not asked.order_id:
        return SlotsQuery(*days, "client", named_services(asked.services))
    async with database.reading() as tx:
        order, role = await order_for(tx, asked.order_id, Bearer(caller, asked.token))
    ordered = tuple(each.service_id for each in order.services)
    return SlotsQuery(*days, role, ordered, order.total_minutes)


async def preview(
    database: Database, tx: Connection, provider_id: str, window: WindowRequest, now: datetime
) -> bytes:
    """The answer with the slots that changed hours would give from today for a week, in the hours' own zone.

    It shows the slots of today that have begun already, and those that notice or horizon hide, because
    somebody who edits a weekday wants to see all of it.
    """
    known = await own_hours(database, provider_id)
    if known is None:
        raise Forbidden(NO_PROVIDER)
    hours = hours_for(changed_hours(known, window), "provider")
    zone = zone_named(hours.timezone)
    today = now.astimezone(zone).date()
    before = datetime.combine(today, time.min, zone).astimezone(UTC) - timedelta(seconds=1)
    last = today + PREVIEWED
    busy = await busy_time(tx, [provider_id], *_reach(today, last, before))
    found = await baskets(tx, {provider_id: hours}, *_reach(today, last, before))
    days = free_days(hours, busy[provider_id], today, last, hours.timezone, before, found.get(provider_id))
    return slots_answer(hours, days, None)


async def providers_free_on(tx: Connection, wanted: FreeOn, now: datetime) -> list[str]:
    """Those of the providers who have the wanted time on a day of the zone, in the order given
    (product.md 3.7).
    """
    midnight = datetime(wanted.date.year, wanted.date.month, wanted.date.day, tzinfo=UTC)
    hours = await visible_hours(tx, wanted.provider_ids, "")
    reach = (midnight - AROUND, midnight + 2 * AROUND)
    busy = await busy_time(tx, wanted.provider_ids, *reach)
    found = await baskets(tx, hours, *reach)
    zone, day = zone_named(wanted.timezone), wanted.date.toordinal()
    span = (start_instant(day, wanted.from_minute, zone), end_instant(day, wanted.until_minute, zone))

    def is_free(provider_id: str) -> bool:
        week, taken, basket = hours[provider_id], busy[provider_id], found.get(provider_id)
        if wanted.narrows:
            fitting = basket._replace(minutes=wanted.minutes or basket.minutes) if basket else None
            return has_time(week, taken, span, now, wanted.minutes or 1, fitting)
        day_on = wanted.date
        return bool(free_days(week, taken, day_on, day_on, wanted.timezone, now, basket)[0].rows)

    return [each for each in wanted.provider_ids if each in hours and is_free(each)]


def _reach(first: date, last: date, now: datetime) -> tuple[datetime, datetime]:
    """Between which instants busy time can matter to these days of any zone."""
    begin = max(datetime(first.year, first.month, first.day, tzinfo=UTC) - AROUND, now)
    return begin, datetime(last.year, last.month, last.day, tzinfo=UTC) + 2 * AROUND
