"""Tells each morning what a provider's day holds (product.md 4.23)."""

from datetime import datetime, timedelta
from typing import Final

from chassis.db import Transaction
from chassis.outbox import emit
from contracts.events.booking_reminders import DaySession, DaySummaryDue, WaitingRequest
from contracts.zones import zone_named

from booking.day_summaries import store
from booking.day_summaries.rules import (
    MOST_SESSIONS,
    MOST_WAITING,
    LocalDay,
    has_news,
    is_due,
    local_day,
    next_morning,
)
from booking.day_summaries.store import DueSummary
from booking.hours.store import hours_of
from booking.orders.order import Order

MOST_AT_ONCE: Final = 50


async def announce_due_summaries(tx: Transaction, now: datetime) -> bool:
    """Announce the days that begin, each once; returns whether more of them wait.

    The row of a provider is locked while its day is told, so that of several workers one tells it.
    """
    due = await store.lock_due(tx, now, MOST_AT_ONCE)
    for each in due:
        await _announce(tx, each, now)
    return len(due) == MOST_AT_ONCE


async def _announce(tx: Transaction, due: DueSummary, now: datetime) -> None:
    hours = await hours_of(tx, due.provider_id)
    if hours is None:  # suspended: perhaps not tomorrow
        await store.plan_next(tx, due.provider_id, now + timedelta(days=1), due.summarized_on)
        return
    zone, last = zone_named(hours.timezone), due.summarized_on
    today = local_day(now, zone)
    if is_due(today, last, now):
        last = today.day
        summary = await _summary(tx, due, today, hours.timezone, now)
        if summary is not None:
            await emit(tx, summary)
    await store.plan_next(tx, due.provider_id, next_morning(now, zone, last), last)


async def _summary(
    tx: Transaction, due: DueSummary, today: LocalDay, timezone: str, now: datetime
) -> DaySummaryDue | None:
    """What the day holds; None where that is nothing, and the provider wants no mail then."""
    sessions = await store.sessions_of(tx, due.provider_id, today)
    waiting = await store.waiting_orders(tx, due.provider_id)
    if not has_news(sessions, waiting, due.daily_summary):
        return None
    return DaySummaryDue(
        provider_id=due.provider_id,
        day=today.day,
        timezone=timezone,
        sessions=[_session(order, index) for order, index in sessions[:MOST_SESSIONS]],
        more_sessions=max(0, len(sessions) - MOST_SESSIONS),
        waiting=[_waiting(order) for order in waiting[:MOST_WAITING]],
        more_waiting=max(0, len(waiting) - MOST_WAITING),
        until=today.noon,
        occurred_at=now,
    )


async def follow_zone(tx: Transaction, provider_id: str, timezone: str, now: datetime) -> None:
    """Plan the next mail by the zone that the provider's hours have from now on."""
    last = await store.last_day(tx, provider_id)
    await store.plan_next(tx, provider_id, next_morning(now, zone_named(timezone), last), last)


def _session(order: Order, index: int) -> DaySession:
    session = order.sessions[index]
    return DaySession(
        order_id=order.order_id,
        starts_at=session.starts_at,
        ends_at=session.ends_at,
        client_name=order.client.name,
        services=[each.name for each in order.services],
        delivery_mode=order.delivery_mode,
        place=", ".join(filter(None, [order.place.name if order.place else "", order.delivery_location])),
        coming=session.coming,
    )


def _waiting(order: Order) -> WaitingRequest:
    asked = order.proposal or order
    return WaitingRequest(
        order_id=order.order_id,
        starts_at=asked.starts_at,
        client_name=order.client.name,
        services=[each.name for each in order.services],
        answer_by=order.lapses_at,
    )
