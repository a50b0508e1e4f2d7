"""What the calls about alerts do."""

from collections.abc import Sequence
from dataclasses import dataclass

from chassis.db import Connection, Transaction
from chassis.outbox import emit
from contracts.events.notifications import AlertsMarkedRead

from notifications.alerts import store
from notifications.alerts.serializers import AlertJson, serialize_alerts


@dataclass(frozen=True, slots=True)
class AlertPage:
    """A page of alerts, the place after which the next page starts, and how many of all are unread."""

    alerts: list[AlertJson]
    next_place: str | None
    unread: int


async def page_of_alerts(
    tx: Connection, receiver_id: str, limit: int, before: str | None = None
) -> AlertPage:
    """The newest alerts of an account, those after the place `before` when given (product.md 5.1)."""
    found = await store.page_of(tx, receiver_id, limit + 1, before)
    if found is None:
        return AlertPage([], None, await store.unread_of(tx, receiver_id) if before else 0)
    shown = found.alerts[:limit]
    return AlertPage(
        alerts=await serialize_alerts(tx, receiver_id, shown, found.people),
        next_place=shown[-1].place if len(found.alerts) > limit else None,
        unread=found.unread,
    )


async def mark_read(tx: Transaction, receiver_id: str, alert_ids: Sequence[str] | None) -> int:
    """Mark alerts as read, all with None, on every screen of the account (product.md 5.1).

    Returns how many are still unread.
    """
    await store.mark_read(tx, receiver_id, alert_ids)
    unread = await store.unread_of(tx, receiver_id)
    await emit(tx, AlertsMarkedRead(receiver_id=receiver_id, unread=unread))
    return unread
