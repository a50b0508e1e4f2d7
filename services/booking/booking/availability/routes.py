"""Which slots are free: the truth that every screen shows (api.md 4)."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Final

from chassis.clock import Clock, clock_of
from chassis.errors import Forbidden, NotFound
from chassis.http.callers import Account, Anyone, caller_of
from chassis.http.dependencies import Reading, RequestDatabase, database_of
from chassis.http.envelope import Answer, done, refuse_fields
from chassis.http.raw_route import RawRoute, query_as, query_parameters
from contracts.rules import messages
from fastapi import APIRouter, Query, Request, Response

from booking.availability.response_cache import Question, answer
from booking.availability.schemas import AvailableSlots, NextFreeSlots, SlotsAsked
from booking.availability.serializers import rendered
from booking.hours.changes import NO_PROVIDER, changed_hours
from booking.hours.schemas import WindowRequest
from booking.hours.store import known_hours
from booking.orders.routes import links_of
from booking.orders.rules import Role
from booking.orders.service import Bearer, order_for
from booking.slots.busy_time import held_time
from booking.slots.rules import LONGEST_VIEW, free_days
from booking.slots.store import next_free_starts, open_time
from booking.zones import zone_named

router: Final = APIRouter(prefix="/api", tags=["slots"])
direct: Final = APIRouter(prefix="/api", tags=["slots"], route_class=RawRoute)

AROUND: Final = timedelta(days=2)
"""How far a day of any zone reaches beyond the same day in UTC, and more."""
PREVIEWED: Final = timedelta(days=6)
"""A preview shows today and the six days after."""
MOST_ASKED: Final = 50
LOOK_AHEAD: Final = timedelta(days=31)
"""How far the next free slot of a provider is looked for."""


@direct.get(
    "/get_available_slots",
    response_model=Answer[AvailableSlots],
    openapi_extra=query_parameters(SlotsAsked),
)
async def get_available_slots(request: Request) -> Response:
    """A provider's free slots by the viewer's days, at most 62 of them.

    With `order_id` they are those to which the order may be moved: its own time counts as free.
    """
    caller, database = await caller_of(request), database_of(request)
    asked = query_as(SlotsAsked, request)
    if asked.last < asked.first:
        raise refuse_fields(to="The last day must not be before the first.")
    if (asked.last - asked.first).days >= LONGEST_VIEW:
        raise refuse_fields(to=f"At most {LONGEST_VIEW} days can be asked for.")
    role: Role = "client"
    if asked.order_id:
        async with database.reading() as tx:
            _, role = await order_for(tx, asked.order_id, Bearer(caller, asked.token), links_of(request))
    now = clock_of(request)()
    viewer, reach = caller.id if caller else "", _reach(asked.first, asked.last, now)
    known = await open_time(database, asked.provider_id, viewer, *reach, but_order=asked.order_id)
    if known is None:
        raise NotFound("This provider does not exist.")
    question = Question(asked.first, asked.last, asked.timezone, asked.duration, role)
    return Response(answer(known, question, now), media_type="application/json")


@router.post("/preview_appointment_window", response_model=Answer[AvailableSlots])
async def preview_appointment_window(
    window: WindowRequest, provider: Account, database: RequestDatabase, tx: Reading, clock: Clock
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
    last = today + PREVIEWED
    held = await held_time(tx, [provider.id], *_reach(today, last, before))
    days = free_days(hours, held[provider.id], today, last, hours.timezone, before)
    return Response(rendered(hours, days, None), media_type="application/json")


@router.get("/get_next_free_slots")
async def get_next_free_slots(
    provider_ids: Annotated[str, Query(max_length=4_000, pattern=r"^[^\x00]+$")],
    caller: Anyone,
    tx: Reading,
    clock: Clock,
) -> Answer[NextFreeSlots]:
    """When each of these providers (ids with commas between) has time next.

    Null for none within a month, and for a provider whom the caller may not see.
    """
    asked = list(dict.fromkeys(provider_ids.split(",")))
    if len(asked) > MOST_ASKED:
        raise refuse_fields(provider_ids=messages.TOO_MANY.format(n=MOST_ASKED))
    now = clock()
    found = await next_free_starts(tx, asked, caller.id if caller else "", now, now + LOOK_AHEAD)
    return done(NextFreeSlots(next_free=found))


def _reach(first: date, last: date, now: datetime) -> tuple[datetime, datetime]:
    """Between which instants held time can matter to these days of any zone."""
    begin = max(datetime(first.year, first.month, first.day, tzinfo=UTC) - AROUND, now)
    return begin, datetime(last.year, last.month, last.day, tzinfo=UTC) + 2 * AROUND
