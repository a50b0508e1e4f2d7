"""Business hours: set them, show them (product.md 4.4; api.md 4)."""

from datetime import timedelta
from typing import Final, Literal

import orjson
from chassis.clock import Clock
from chassis.db import Database
from chassis.errors import Forbidden, NotFound
from chassis.http.callers import Account, Anyone, Principal
from chassis.http.dependencies import Reading, RequestDatabase, Writing
from chassis.http.envelope import Answer, done
from chassis.outbox import emit
from contracts.events.booking import AvailabilityChanged, HoursChanged
from fastapi import APIRouter

from booking.hours.changes import NO_PROVIDER, changed_hours
from booking.hours.rules import Hours
from booking.hours.schemas import (
    HistoryEntry,
    SettingsAndHistory,
    WindowKept,
    WindowRequest,
    shown_hours,
)
from booking.hours.store import hours_of, keep_hours, known_hours
from booking.orders.store import held_sessions
from booking.projections.store import are_blocked
from booking.serialization import instant_text
from booking.slots.rules import LONGEST_VIEW

router: Final = APIRouter(prefix="/api", tags=["hours"])

ON_SCREEN: Final = timedelta(days=LONGEST_VIEW)
"""What open screens may be showing of a provider when the hours change."""


@router.post("/update_appointment_window")
async def update_appointment_window(
    window: WindowRequest, provider: Account, database: RequestDatabase, tx: Writing, clock: Clock
) -> Answer[WindowKept]:
    """Set the caller's business hours; a field left out keeps what it had."""
    await known_hours(database, provider.id)
    known = await hours_of(tx, provider.id, locked=True)
    if known is None:
        raise Forbidden(NO_PROVIDER)
    hours = changed_hours(known, window)
    revision = await keep_hours(tx, provider.id, hours)
    now = clock()
    await emit(
        tx,
        HoursChanged(provider_id=provider.id, timezone=hours.timezone, revision=revision),
        AvailabilityChanged(provider_id=provider.id, starts_at=now, ends_at=now + ON_SCREEN),
    )
    return done(
        WindowKept(appointment_info=shown_hours(provider.id, hours)),
        "Business hours were successfully updated.",
    )


@router.get("/get_provider_appointment_window")
async def get_provider_appointment_window(
    provider_id: str, caller: Anyone, database: RequestDatabase, tx: Reading
) -> Answer[WindowKept]:
    """A provider's business hours."""
    hours = await _visible_hours(database, tx, provider_id, caller)
    return done(WindowKept(appointment_info=shown_hours(provider_id, hours)))


@router.get("/get_provider_appointment_settings_and_booking_history")
async def get_provider_appointment_settings_and_booking_history(
    provider_id: str,
    caller: Anyone,
    database: RequestDatabase,
    tx: Reading,
    clock: Clock,
    owner_id: str | Literal["none"] = "none",
) -> Answer[SettingsAndHistory]:
    """A provider's hours, and start and slot id of the sessions to come that hold their time."""
    hours = await _visible_hours(database, tx, provider_id, caller)
    orders: dict[str, list[dict[str, str]]] = {}
    for held in await held_sessions(tx, provider_id, clock()):
        orders.setdefault(held.order_id, []).append(
            {"provider_start_time": instant_text(held.starts_at), "appointment_slot_id": held.slot_id}
        )
    history = [HistoryEntry(session_time=orjson.dumps(sessions).decode()) for sessions in orders.values()]
    return done(SettingsAndHistory(appointment_info=shown_hours(provider_id, hours), booking_info=history))


async def _visible_hours(
    database: Database, tx: Reading, provider_id: str, caller: Principal | None
) -> Hours:
    hours = await known_hours(database, provider_id)
    if hours is None or (caller and await are_blocked(tx, caller.id, provider_id)):
        raise NotFound("This provider does not exist.")
    return hours
