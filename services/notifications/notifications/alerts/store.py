"""Alerts: raised once for each fact, listed, counted, marked as read."""

from collections.abc import Sequence
from datetime import datetime

import orjson
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.notifications import AlertFacts, AlertRaised
from pydantic import JsonValue
from sqlalchemy import ColumnElement, and_, delete, func, not_, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.alerts.models import Alert
from notifications.alerts.rules import SOCIAL, Notice
from notifications.alerts.words import alert_text
from notifications.people import store as people
from notifications.people.models import Block, Person
from notifications.people.rules import SUBJECT_OF, wanted
from notifications.push import store as push
from notifications.templates.catalogue import catalogue

_INSERT = text(
    """
    INSERT INTO alert (id, source, receiver_id, kind, actor_id, words, url, status, created_at)
    VALUES (:id, :source, :receiver_id, :kind, :actor_id, CAST(:words AS jsonb), :url, :status, :created_at)
    ON CONFLICT (source, receiver_id, kind) DO NOTHING RETURNING id
    """
)


async def raise_alert(session: AsyncSession, notice: Notice, at: datetime) -> None:
    """Put the alert in its receiver's list and announce it; nothing happens when that was done before.

    Who switched the subject off in the app gets the row as read already: no badge, but screens stay current.
    """
    concerned = [each for each in (notice.receiver_id, notice.actor_id) if each]
    known = await people.people_of(session, concerned)
    receiver = known[notice.receiver_id]
    if receiver.deleted or await _kept_apart(session, notice):
        return
    subject = SUBJECT_OF[notice.kind]
    alert = Alert(
        id=new_id(),
        source=notice.source,
        receiver_id=notice.receiver_id,
        kind=notice.kind,
        actor_id=notice.actor_id,
        words=dict(notice.words),
        url=notice.url,
        status="active" if wanted(receiver.channels, subject, "in_app") else "read",
        created_at=at,
    )
    if not await _inserted(session, alert):
        return
    actor = known[notice.actor_id] if notice.actor_id else None
    await emit(
        session,
        AlertRaised(
            receiver_id=notice.receiver_id,
            notification_data=facts_of(alert, actor),
            booking_data=notice.booking,
            interest_data=notice.interest,
            additional_update=notice.update,
        ),
    )
    if wanted(receiver.channels, subject, "push"):
        await push.enqueue(session, alert.id, receiver.id)


async def _kept_apart(session: AsyncSession, notice: Notice) -> bool:
    if notice.kind not in SOCIAL or notice.actor_id is None:
        return False
    return await people.apart(session, notice.receiver_id, notice.actor_id)


async def _inserted(session: AsyncSession, alert: Alert) -> bool:
    values = {column.name: getattr(alert, column.name) for column in Alert.__table__.columns}
    values["words"] = orjson.dumps(alert.words).decode()
    return await session.scalar(_INSERT, values) is not None


def facts_of(alert: Alert, actor: Person | None) -> AlertFacts:
    """The alert as screens know it, its sentence written with the name that holds now."""
    return AlertFacts(
        notification_id=alert.id,
        notification_receiver_id=alert.receiver_id,
        notification_text=alert_text(alert.kind, alert.words, name_in(alert, actor)),
        notification_type=alert.kind,
        notification_url=alert.url,
        name=name_in(alert, actor),
        username=actor.username if actor else "",
        avatar=actor.avatar if actor else "",
        onboardProfile=actor.onboarded if actor else False,
        status=alert.status,
        created_date=alert.created_at,
    )


def name_in(alert: Alert, actor: Person | None) -> str:
    """What the other side is called: as it is known now, else as the fact called it."""
    if actor and actor.deleted:
        return catalogue().common.former_member
    if actor and actor.name:
        return actor.name
    return str(alert.words.get("name", "")) or catalogue().common.former_member


async def alerts_of(
    session: AsyncSession, receiver_id: str, limit: int, before_id: str | None
) -> Sequence[AlertFacts]:
    """The newest alerts of an account, those before `before_id` when given."""
    page = (
        select(Alert, Person)
        .outerjoin(Person, Person.id == Alert.actor_id)
        .where(_visible_to(receiver_id))
        .order_by(Alert.id.desc())
        .limit(limit)
    )
    if before_id:
        page = page.where(Alert.id < before_id)
    return [facts_of(alert, actor) for alert, actor in await session.execute(page)]


async def unread_of(session: AsyncSession, receiver_id: str) -> int:
    """How many alerts of an account wait to be read."""
    count = select(func.count()).select_from(Alert).where(Alert.status == "active", _visible_to(receiver_id))
    return await session.scalar(count) or 0


def _visible_to(receiver_id: str) -> ColumnElement[bool]:
    """The account's own alerts, without social ones of accounts it is now apart from."""
    pair = or_(
        and_(Block.blocker_id == receiver_id, Block.blocked_id == Alert.actor_id),
        and_(Block.blocked_id == receiver_id, Block.blocker_id == Alert.actor_id),
    )
    hidden = and_(Alert.kind.in_(SOCIAL), select(Block).where(Block.blocked, pair).exists())
    return and_(Alert.receiver_id == receiver_id, not_(hidden))


async def mark_read(session: AsyncSession, receiver_id: str, ids: Sequence[str] | None) -> None:
    """Mark alerts of an account as read: those named, or all with None. Others' ids change nothing."""
    unread = update(Alert).where(Alert.receiver_id == receiver_id, Alert.status == "active")
    if ids is not None:
        unread = unread.where(Alert.id.in_(ids))
    await session.execute(unread.values(status="read"))


async def erase_alerts(session: AsyncSession, account_id: str) -> None:
    """Drop an account's alerts, and its name from those of others."""
    await session.execute(delete(Alert).where(Alert.receiver_id == account_id))
    nameless = Alert.words.op("||")(func.jsonb_build_object("name", ""))
    await session.execute(update(Alert).where(Alert.actor_id == account_id).values(words=nameless))


async def held_alerts(session: AsyncSession, account_id: str) -> list[JsonValue]:
    """Every alert kept for the account, for its export."""
    rows = await session.execute(
        select(Alert, Person)
        .outerjoin(Person, Person.id == Alert.actor_id)
        .where(Alert.receiver_id == account_id)
        .order_by(Alert.id)
    )
    return [facts_of(alert, actor).model_dump(mode="json") for alert, actor in rows]
