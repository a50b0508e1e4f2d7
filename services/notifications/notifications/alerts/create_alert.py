"""Creates alerts: one for each fact; similar unread ones grow into one (product.md 5.1, 5.2)."""

from datetime import datetime, timedelta
from typing import Final

from chassis.db import Transaction
from chassis.ids import floor_id, new_id
from chassis.outbox import emit

from notifications.alerts import store
from notifications.alerts.notice import SOCIAL, Notice
from notifications.alerts.raised_alert import announcement, is_listening, status_for
from notifications.alerts.serializers import serialize_alerts
from notifications.alerts.store import Alert
from notifications.devices.store import has_device
from notifications.preferences.rules import SUBJECT_OF, wanted
from notifications.projections.store import are_blocked, people_of
from notifications.push_queue.store import enqueue_alert

PUSH_PAUSE: Final = timedelta(minutes=10)
"""After a push, a group is not pushed again for this long. Open screens see it grow all the same."""

NO_NEWS: Final = timedelta(days=1)
"""In a group that counts people, a repetition by the same person within this time is not new."""


async def create_alert(tx: Transaction, notice: Notice, at: datetime) -> None:
    """Add the alert to its receiver's list and announce it, unless its fact has an alert already.

    Social acts behind a block cause none (product.md 7.1). Those of orders are raised by `order_news`.
    """
    known = await people_of(tx, {notice.receiver_id, notice.actor_id or notice.receiver_id})
    receiver = known[notice.receiver_id]
    if not is_listening(receiver) or await _is_blocked(tx, notice):
        return
    alert = await _write(tx, notice, status_for(receiver, notice.kind), at)
    if alert is None:
        return
    (shown,) = await serialize_alerts(tx, notice.receiver_id, [alert], known)
    await emit(tx, announcement(notice, shown))
    if (
        wanted(receiver.channels, SUBJECT_OF[notice.kind], "push")
        and await has_device(tx, receiver.id)
        and await _may_push(tx, alert, at)
    ):
        await enqueue_alert(tx, alert.id, receiver.id)


async def _is_blocked(tx: Transaction, notice: Notice) -> bool:
    if notice.kind not in SOCIAL or notice.actor_id is None:
        return False
    return await are_blocked(tx, notice.receiver_id, notice.actor_id)


def alert_values(alert_id: str, notice: Notice, status: str, at: datetime) -> dict[str, object]:
    """The columns of an alert that holds this notice alone."""
    return {
        "id": alert_id,
        "source": notice.source,
        "receiver_id": notice.receiver_id,
        "kind": notice.kind,
        "actor_id": notice.actor_id,
        "words": dict(notice.words),
        "url": notice.url,
        "status": status,
        "created_at": at,
        "group_key": notice.group or None,
    }


async def _write(tx: Transaction, notice: Notice, status: str, at: datetime) -> Alert | None:
    """The alert that now includes the notice's fact; None when the fact is not new."""
    values = alert_values(new_id(), notice, status, at)
    if not notice.group:
        return await store.insert_alone(tx, values)
    if await store.insert_fact(tx, values, of_people=notice.of_people, since=floor_id(at - NO_NEWS)):
        return await store.grow(tx, values)
    return None


async def _may_push(tx: Transaction, alert: Alert, at: datetime) -> bool:
    """Whether the alert's group has not been pushed lately; notes that it is pushed now."""
    return alert.group_key is None or await store.mark_pushed(tx, alert.id, at, at - PUSH_PAUSE)
