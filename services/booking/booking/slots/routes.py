"""Which slots are free: the truth that every screen shows (api.md section 4)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any, Final

import orjson
from chassis.clock import Clock
from chassis.database import ReadSession, RequestDatabase
from chassis.envelope import Answer, FieldRefusal, done
from chassis.errors import Forbidden, NotFound
from chassis.principal import Account, Anyone
from contracts.rules import messages
from fastapi import APIRouter, Query, Request, Response

from booking.directory.store import are_blocked
from booking.hours.changes import NO_PROVIDER, changed_hours
from booking.hours.rules import MIDNIGHT, Hours
from booking.hours.schemas import WindowRequest, Zone
from booking.hours.store import known_hours
from booking.orders.respond import Bearer, order_for
from booking.orders.routes import LinkToken, links_of
from booking.reschedule.proposals import hours_for
from booking.slots.held import held_time
from booking.slots.rules import LONGEST_VIEW, Slot, SlotDay, free_days, long_enough
from booking.slots.schemas import AvailableSlots, NextFreeSlots, ViewDay
from booking.slots.store import next_free_starts
from booking.slots.zones import zone_named

router: Final = APIRouter(prefix="/api", tags=["slots"])

AROUND: Final = timedelta(days=2)
"""How far a day of any zone reaches beyond the same day in UTC, and more."""
PREVIEWED: Final = timedelta(days=6)
"""A preview shows today and the six days after."""
MOST_ASKED: Final = 50
LOOK_AHEAD: Final = timedelta(days=31)
"""How far the next free slot of a provider is looked for."""


@router.get("/get_available_slots", response_model=Answer[AvailableSlots])
async def get_available_slots(
    provider_id: str,
    first: Annotated[ViewDay, Query(alias="from")],
    last: Annotated[ViewDay, Query(alias="to")],
    timezone: Annotated[Zone, Query()],
    caller: Anyone,
    database: RequestDatabase,
    session: ReadSession,
    clock: Clock,
    request: Request,
    duration: Annotated[int | None, Query(ge=1, le=31 * MIDNIGHT)] = None,
    order_id: Annotated[str, Query(max_length=64, description="An order of the caller's, to be moved")] = "",
    token: LinkToken = "",
) -> Response:
    """A provider's free slots by the viewer's days, at most 62 of them.

    With `order_id` they are those to which the order may be moved: its own time counts as free.
    """
    if last < first:
        raise FieldRefusal(to="The last day must not be before the first.")
    if (last - first).days >= LONGEST_VIEW:
        raise FieldRefusal(to=f"At most {LONGEST_VIEW} days can be asked for.")
    hours = await known_hours(database, provider_id)
    if hours is None or (caller and await are_blocked(session, caller.id, provider_id)):
        raise NotFound("This provider does not exist.")
    if order_id:
        _, role = await order_for(session, order_id, Bearer(caller, token), links_of(request))
        hours = hours_for(hours, role)
    days = await _days(session, provider_id, hours, first, last, timezone, clock(), but_order=order_id)
    return Response(rendered(hours, days, duration), media_type="application/json")


@router.post("/preview_appointment_window", response_model=Answer[AvailableSlots])
async def preview_appointment_window(
    window: WindowRequest, provider: Account, database: RequestDatabase, session: ReadSession, clock: Clock
) -> Response:
    """The slots that the caller's hours would give from today for a week, in the hours' own zone.

    Takes what `update_appointment_window` takes and refuses what it refuses, but keeps nothing. It
    shows the slots of today that have begun already, and those that notice or horizon hide: one who edits
    a weekday wants to see all of it.
    """
    known = await known_hours(database, provider.id)
    if known is None:
        raise Forbidden(NO_PROVIDER)
    hours = replace(changed_hours(known, window), minimum_notice=0, horizon=0)
    zone = zone_named(hours.timezone)
    today = clock().astimezone(zone).date()
    before = datetime.combine(today, time.min, zone).astimezone(UTC) - timedelta(seconds=1)
    days = await _days(session, provider.id, hours, today, today + PREVIEWED, hours.timezone, before)
    return Response(rendered(hours, days, None), media_type="application/json")


@router.get("/get_next_free_slots")
async def get_next_free_slots(
    provider_ids: Annotated[str, Query(max_length=4_000, pattern=r"^[^\x00]+$")],
    caller: Anyone,
    session: ReadSession,
    clock: Clock,
) -> Answer[NextFreeSlots]:
    """When each of these providers (ids with commas between) has time next.

    Null for none within a month, and for a provider whom the caller may not see.
    """
    asked = list(dict.fromkeys(provider_ids.split(",")))
    if len(asked) > MOST_ASKED:
        raise FieldRefusal(provider_ids=messages.TOO_MANY.format(n=MOST_ASKED))
    now = clock()
    found = await next_free_starts(session, asked, caller.id if caller else "", now, now + LOOK_AHEAD)
    return done(NextFreeSlots(next_free=found))


async def _days(
    session: ReadSession,
    provider_id: str,
    hours: Hours,
    first: date,
    last: date,
    timezone: str,
    now: datetime,
    *,
    but_order: str = "",
) -> list[SlotDay]:
    """The free slots of these days of the zone."""
    begin = max(datetime(first.year, first.month, first.day, tzinfo=UTC) - AROUND, now)
    end = datetime(last.year, last.month, last.day, tzinfo=UTC) + 2 * AROUND
    held = await held_time(session, [provider_id], begin, end, but_order=but_order)
    return free_days(hours, held[provider_id], first, last, timezone, now)


def rendered(hours: Hours, days: Sequence[SlotDay], duration: int | None) -> bytes:
    """The answer as bytes: the hottest of all reads, and made here, so that no model checks it again."""
    marked = long_enough((slot for day in days for slot in day.slots), duration) if duration else None
    shown = [{"date": day.day, "slots": [_shown(slot, marked) for slot in day.slots]} for day in days]
    answer = {
        "status": True,
        "message": {"main_msg": "", "iv_msg": {}},
        "data": {"provider_timezone": hours.timezone, "days": shown},
    }
    return orjson.dumps(answer, option=orjson.OPT_UTC_Z)


def _shown(slot: Slot, marked: set[int] | None) -> dict[str, Any]:
    return {
        "appointment_slot_id": slot.slot_id,
        "provider_start_time": slot.start,
        "provider_end_time": slot.end,
        "client_start_time": slot.start,
        "client_end_time": slot.end,
        "duration": slot.minutes,
        "alias": slot.alias,
        "long_enough": None if marked is None else slot.run in marked,
    }
