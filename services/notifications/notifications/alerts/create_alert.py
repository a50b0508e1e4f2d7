"""Raising alerts: once for each fact; what is alike, and still unread, grows into one."""

from datetime import datetime, timedelta
from typing import Final

from chassis.db import TextStatement, Transaction
from chassis.ids import floor_id, new_id
from chassis.outbox import emit
from contracts.events.notifications import AlertRaised
from sqlalchemy import select, text

from notifications.alerts.models import Alert
from notifications.alerts.rules import SOCIAL, Notice
from notifications.alerts.store import facts_for
from notifications.preferences.rules import SUBJECT_OF, wanted
from notifications.projections import store as people
from notifications.push_queue import store as push

PUSH_PAUSE: Final = timedelta(minutes=10)
"""For so long a group that was pushed is not pushed again; screens that are open see it grow all the same."""

NO_NEWS: Final = timedelta(days=1)
"""For so long it is no news that somebody does again what a group of people is told of."""

_VALUES: Final = """
    INSERT INTO alert (id, source, receiver_id, kind, actor_id, words, url, status, created_at, group_key)
    VALUES (:id, :source, :receiver_id, :kind, :actor_id, CAST(:words AS jsonb), :url, :status, :created_at,
            :group_key)
"""
_ALONE: Final = select(Alert).from_statement(
    text(f"{_VALUES} ON CONFLICT (source, receiver_id, kind) DO NOTHING RETURNING *")
)
# The fact is linked by the statement that finds its alert: one round trip for each of the many social events.
_GROWING: Final = select(Alert).from_statement(
    text(
        f"""
        WITH told AS (
            {_VALUES}
            ON CONFLICT (receiver_id, group_key) WHERE status = 'active' AND group_key IS NOT NULL
            DO UPDATE SET count = alert.count + 1, moved_id = excluded.id, actor_id = excluded.actor_id,
                words = excluded.words, url = excluded.url,
                created_at = greatest(alert.created_at, excluded.created_at)
            RETURNING *
        ), linked AS (
            UPDATE alert_fact SET alert_id = told.id FROM told
            WHERE alert_fact.source = :source AND alert_fact.receiver_id = :receiver_id
                AND alert_fact.kind = :kind
        )
        SELECT * FROM told
        """  # noqa: S608 - of constants
    )
)
_COUNTED: Final = TextStatement(
    """
    INSERT INTO alert_fact (source, receiver_id, kind, id, actor_id)
    SELECT :source, :receiver_id, :kind, :id, :actor_id
    WHERE NOT EXISTS (
        SELECT FROM alert WHERE source = :source AND receiver_id = :receiver_id AND kind = :kind
    ) AND NOT (:of_people AND EXISTS (
        SELECT FROM alert_fact AS told JOIN alert ON alert.id = told.alert_id
        WHERE told.receiver_id = :receiver_id AND told.actor_id = :actor_id AND alert.group_key = :group_key
            AND (alert.status = 'active' OR told.id >= :since)
    ))
    ON CONFLICT (source, receiver_id, kind) DO NOTHING RETURNING id
    """
)
_PUSHED: Final = TextStatement(
    """
    UPDATE alert SET pushed_at = :at
    WHERE id = :id AND NOT EXISTS (
        SELECT FROM alert AS pushed
        WHERE pushed.receiver_id = alert.receiver_id AND pushed.group_key = alert.group_key
            AND pushed.pushed_at > :since
    )
    RETURNING id
    """
)


async def create_alert(tx: Transaction, notice: Notice, at: datetime) -> None:
    """Put the alert in its receiver's list and announce it; nothing happens when that was done before.

    Who switched the subject off in the app gets the row as read already: no badge, but screens stay current.
    """
    known = await people.people_of(tx, {notice.receiver_id, notice.actor_id or notice.receiver_id})
    receiver = known[notice.receiver_id]
    if receiver.deleted or receiver.suspended or await _kept_apart(tx, notice):
        return
    subject = SUBJECT_OF[notice.kind]
    status = "active" if wanted(receiver.channels, subject, "in_app") else "read"
    alert = await _told(tx, notice, status, at)
    if alert is None:
        return
    (facts,) = await facts_for(tx, notice.receiver_id, [alert], known)
    await emit(
        tx,
        AlertRaised(
            receiver_id=notice.receiver_id,
            notification_data=facts,
            booking_data=notice.booking,
            interest_data=notice.interest,
            additional_update=notice.update,
        ),
    )
    if (
        wanted(receiver.channels, subject, "push")
        and await push.has_device(tx, receiver.id)
        and await _may_push(tx, alert, at)
    ):
        await push.enqueue_alert(tx, alert.id, receiver.id)


async def _kept_apart(tx: Transaction, notice: Notice) -> bool:
    if notice.kind not in SOCIAL or notice.actor_id is None:
        return False
    return await people.are_blocked(tx, notice.receiver_id, notice.actor_id)


async def _told(tx: Transaction, notice: Notice, status: str, at: datetime) -> Alert | None:
    """The alert that now tells of the notice's fact; None when the fact was told before."""
    values = {
        "id": new_id(),
        "source": notice.source,
        "receiver_id": notice.receiver_id,
        "kind": notice.kind,
        "actor_id": notice.actor_id,
        "words": dict(notice.words),
        "url": notice.url,
        "status": status,
        "created_at": at,
        "group_key": notice.group or None,
        "of_people": notice.of_people,
        "since": floor_id(at - NO_NEWS),
    }
    if not notice.group:
        return await tx.session.scalar(_ALONE, values)
    if await _COUNTED.one(tx, **values) is None:
        return None
    return await tx.session.scalar(_GROWING, values, execution_options={"populate_existing": True})


async def _may_push(tx: Transaction, alert: Alert, at: datetime) -> bool:
    """Whether the alert's group has been quiet for long enough; notes that it is pushed now."""
    if alert.group_key is None:
        return True
    values = {"id": alert.id, "at": at, "since": at - PUSH_PAUSE}
    return await _PUSHED.one(tx, **values) is not None
