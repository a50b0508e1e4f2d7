"""Calls about hours and free slots (api.md 4)."""

from typing import Annotated, Final, Literal

from chassis.clock import Clock, clock_of
from chassis.http.callers import Account, Anyone, Principal, caller_of
from chassis.http.dependencies import Reading, SecondDatabase, Writing, database_of
from chassis.http.envelope import Answer, done
from chassis.http.raw_route import RawRoute, answer_unless_known, query_as, query_parameters
from chassis.http.route import Route
from fastapi import APIRouter, Depends, Query, Request, Response

from booking.availability import service
from booking.availability.next_slots import next_free_slots
from booking.availability.next_times import next_free_times
from booking.availability.outside_hours import orders_outside
from booking.availability.schemas import (
    AvailableSlots,
    NextFreeSlots,
    NextFreeTimes,
    NextSlotsAsked,
    NextTimesAsked,
    OrdersOutside,
    ProposedHours,
    SettingsAndHistory,
    SlotsAsked,
    WindowKept,
)
from booking.hours.schemas import WindowRequest
from booking.hours.serializers import appointment_info
from booking.hours.store import own_hours

hours_router: Final = APIRouter(prefix="/api", tags=["hours"], route_class=Route)
slots_router: Final = APIRouter(prefix="/api", tags=["slots"], route_class=Route)
direct: Final = APIRouter(prefix="/api", tags=["slots"], route_class=RawRoute)

_JSON: Final = "application/json"


async def _once_announced(window: WindowRequest, account: Account, database: SecondDatabase) -> Principal:
    """The caller, whose profile may have been announced just now.

    As a dependency it waits before the transaction begins: one that has claimed an Idempotency-Key would hold
    its connection meanwhile. It takes the hours so that those that are refused anyway wait for nothing.
    """
    del window
    await own_hours(database, account.id)
    return account


NewProvider = Annotated[Principal, Depends(_once_announced)]
"""Comes before `Writing` among the parameters of a route."""


@hours_router.post("/update_appointment_window")
async def update_appointment_window(
    window: WindowRequest, provider: NewProvider, tx: Writing, clock: Clock
) -> Answer[WindowKept]:
    """Set the caller's business hours; a field left out keeps what it had."""
    hours = await service.set_hours(tx, provider.id, window, clock())
    return done(
        WindowKept(appointment_info=appointment_info(provider.id, hours)),
        "Business hours were successfully updated.",
    )


@hours_router.get("/get_provider_appointment_window")
async def get_provider_appointment_window(
    provider_id: str, caller: Anyone, database: SecondDatabase, tx: Reading, clock: Clock
) -> Answer[WindowKept]:
    """A provider's business hours. Notes, past days and settings that do not apply are for the owner."""
    hours = await service.hours_seen_by(database, tx, provider_id, caller, clock())
    return done(WindowKept(appointment_info=appointment_info(provider_id, hours)))


@hours_router.get("/get_provider_appointment_settings_and_booking_history")
async def get_provider_appointment_settings_and_booking_history(
    provider_id: str,
    caller: Anyone,
    database: SecondDatabase,
    tx: Reading,
    clock: Clock,
    owner_id: str | Literal["none"] = "none",
) -> Answer[SettingsAndHistory]:
    """A provider's hours, and start and slot id of the sessions to come that hold their time."""
    return done(await service.settings_and_history(database, tx, provider_id, caller, clock()))


@direct.get(
    "/get_available_slots",
    response_model=Answer[AvailableSlots],
    openapi_extra=query_parameters(SlotsAsked),
)
async def get_available_slots(request: Request) -> Response:
    """A provider's free slots by the viewer's days, at most 62 of them.

    With `order_id` they are those to which the order may be moved: its own time counts as free. What the
    caller has already, by its ETag, is answered with 304.
    """
    caller, asked = await caller_of(request), query_as(SlotsAsked, request)
    answer = await service.available_slots(database_of(request), caller, asked, clock_of(request)())
    return answer_unless_known(request, answer.body, answer.etag)


@slots_router.post("/preview_appointment_window", response_model=Answer[AvailableSlots])
async def preview_appointment_window(
    window: WindowRequest, provider: Account, database: SecondDatabase, tx: Reading, clock: Clock
) -> Response:
    """The slots that the caller's hours would give from today for a week, in the hours' own zone.

    Takes what `update_appointment_window` takes and refuses what it refuses, but keeps nothing. It
    shows the slots of today that have begun already, and those that notice or horizon hide: one who edits
    a weekday wants to see all of it.
    """
    return Response(await service.preview(database, tx, provider.id, window, clock()), media_type=_JSON)


@slots_router.post("/get_orders_outside_hours")
async def get_orders_outside_hours(
    asked: ProposedHours, provider: Account, database: SecondDatabase, tx: Reading, clock: Clock
) -> Answer[OrdersOutside]:
    """What is booked on time that these hours, days off or this pause would close. It keeps nothing."""
    return done(await orders_outside(database, tx, provider.id, asked, clock()))


@slots_router.get("/get_next_free_slots")
async def get_next_free_slots(
    asked: Annotated[NextSlotsAsked, Query()], caller: Anyone, tx: Reading, clock: Clock
) -> Answer[NextFreeSlots]:
    """When each of these providers has time next, for one of their services where it is named.

    Null for none within a month or on the day, without such a service, and for a provider whom the caller may
    not see.
    """
    return done(await next_free_slots(tx, asked, caller, clock()))


@slots_router.get("/get_next_free_times")
async def get_next_free_times(
    asked: Annotated[NextTimesAsked, Query()], caller: Anyone, database: SecondDatabase, clock: Clock
) -> Answer[NextFreeTimes]:
    """The soonest starts at which a provider has enough time, at most one in each unbroken run of free slots.

    Each comes with the neighbouring slots that last as long as was asked, so that all are taken at once.
    """
    return done(await next_free_times(database, caller, asked, clock()))
