"""Alerts as they are listed, counted and marked as read. `raising` is how they come to be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chassis.db import Connection, Transaction
from contracts.events.notifications import AlertFacts
from pydantic import JsonValue
from sqlalchemy import (
    ColumnElement,
    Select,
    Text,
    and_,
    any_,
    delete,
    func,
    literal,
    literal_column,
    not_,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, aggregate_order_by

from notifications.alerts.models import Alert, AlertFact
from notifications.alerts.rendering import alert_text, name_in
from notifications.alerts.rules import SOCIAL
from notifications.projections import store as people
from notifications.projections.models import Person

MOST_COUNTED: Final = 100
# The word stands in the text: a plan that is kept for every value would not fit the index of what is unread,
# and go through all alerts of the account.
_UNREAD: Final = Alert.status == literal_column("'active'")


@dataclass(frozen=True, slots=True)
class _Seen:
    """What of an alert its receiver sees now: how many things, and whose is the newest of them."""

    count: int
    actor_id: str | None


async def facts_for(
    tx: Connection,
    receiver_id: str,
    alerts: Sequence[Alert],
    known: Mapping[str, Person] | None = None,
) -> list[AlertFacts]:
    """An account's alerts as screens know them, sentences written with the names that hold now.

    `known` spares looking up the people, when the receiver and every actor are among them.
    """
    grown = await _without_hidden(tx, receiver_id, [alert.id for alert in alerts if alert.count > 1])
    seen = [grown.get(alert.id) or _Seen(alert.count, alert.actor_id) for alert in alerts]
    wanted = {receiver_id, *(each.actor_id for each in seen if each.actor_id)}
    if known is None or not wanted <= known.keys():
        known = await people.people_of(tx, wanted)
    language = known[receiver_id].language
    return [_facts_of(alert, each, known, language) for alert, each in zip(alerts, seen, strict=True)]


def _facts_of(alert: Alert, seen: _Seen, known: Mapping[str, Person], language: str) -> AlertFacts:
    actor = known[seen.actor_id] if seen.actor_id else None
    told_by = str(alert.words.get("name", "")) if seen.actor_id == alert.actor_id else ""
    name = name_in(alert.kind, actor, told_by, language)
    words = alert.words if alert.group_key is None else {**alert.words, "n": seen.count}
    return AlertFacts(
        notification_id=alert.id,
        notification_receiver_id=alert.receiver_id,
        notification_text=alert_text(alert.kind, words, name, language),
        notification_type=alert.kind,
        notification_url=alert.url,
        name=name,
        username=actor.username if actor else "",
        avatar=actor.avatar if actor else "",
        onboardProfile=actor.onboarded if actor else False,
        status=alert.status,
        created_date=alert.created_at,
        count=seen.count,
    )


async def _without_hidden(tx: Connection, receiver_id: str, ids: Sequence[str]) -> dict[str, _Seen]:
    """Of alerts that have grown: what is left of each when a block hides some of those it tells of."""
    if not ids or not await people.is_blocked_from_anybody(tx, receiver_id):
        return {}  # nearly always: nobody's many facts are looked through for nothing
    newest = func.array_agg(aggregate_order_by(AlertFact.actor_id, AlertFact.id.desc()))
    rows = await tx.session.execute(
        select(AlertFact.alert_id, func.count(), newest)
        .where(AlertFact.alert_id.in_(ids), AlertFact.actor_id.not_in(people.blocked_accounts(receiver_id)))
        .group_by(AlertFact.alert_id)
    )
    return {str(alert_id): _Seen(count, actors[0]) for alert_id, count, actors in rows}


@dataclass(frozen=True, slots=True)
class AlertPage:
    """Alerts, where those older than them start, and how many of all wait to be read."""

    alerts: list[AlertFacts]
    below: str | None
    unread: int


async def alerts_of(tx: Connection, receiver_id: str, limit: int, before: str | None = None) -> AlertPage:
    """The newest alerts of an account, those below the place `before` when given.

    List and count are of one moment: an alert that is raised meanwhile is in both or in neither, so that
    whoever hears of it live knows whether it has been counted.
    """
    unread = count_unread(receiver_id).scalar_subquery()
    rows = (await tx.session.execute(page_of(receiver_id, limit + 1, before).add_columns(unread))).all()
    shown: list[Alert] = [row[0] for row in rows[:limit]]
    if not rows:
        return AlertPage([], None, await unread_of(tx, receiver_id) if before else 0)
    return AlertPage(
        alerts=await facts_for(tx, receiver_id, shown),
        below=shown[-1].place if len(rows) > limit else None,
        unread=rows[0][1],
    )


def page_of(receiver_id: str, limit: int, before: str | None) -> Select[Alert]:
    """The query of one page."""
    page = select(Alert).where(_visible_to(receiver_id)).order_by(Alert.by_place().desc()).limit(limit)
    return page.where(Alert.by_place() < before) if before else page


async def unread_of(tx: Connection, receiver_id: str) -> int:
    """How many alerts of an account wait to be read; `MOST_COUNTED` stands for so many or more."""
    return await tx.session.scalar(count_unread(receiver_id)) or 0


def count_unread(receiver_id: str) -> Select[int]:
    """The query of the badge, which says '99+' of whoever never looks: nobody's thousands are counted."""
    waiting = select(Alert.id).where(_UNREAD, _visible_to(receiver_id)).limit(MOST_COUNTED)
    return select(func.count()).select_from(waiting.subquery())


def _visible_to(receiver_id: str) -> ColumnElement[bool]:
    """The account's own alerts, without social ones of nobody but accounts that it is now apart from."""
    are_blocked = people.blocked_accounts(receiver_id)
    # One row looked up by its index; of EXISTS PostgreSQL would make a table of all facts there are.
    of_others = select(AlertFact.id).where(
        AlertFact.alert_id == Alert.id, AlertFact.actor_id.not_in(are_blocked)
    )
    nobody_else = or_(Alert.count == 1, of_others.limit(1).scalar_subquery().is_(None))
    hidden = and_(
        Alert.kind.in_(SOCIAL), Alert.actor_id.is_not(None), Alert.actor_id.in_(are_blocked), nobody_else
    )
    return and_(Alert.receiver_id == receiver_id, not_(hidden))


async def mark_read(tx: Transaction, receiver_id: str, ids: Sequence[str] | None) -> None:
    """Mark alerts of an account as read: those named, or with None all; no others' nor hidden ones."""
    unread = update(Alert).where(_UNREAD, _visible_to(receiver_id))
    if ids is not None:
        # One array: a statement takes no more than 32,767 values, a caller may send more.
        unread = unread.where(Alert.id == any_(literal(list(ids), ARRAY(Text))))
    await tx.session.execute(unread.values(status="read").execution_options(synchronize_session=False))


async def erase_alerts(tx: Transaction, account_id: str) -> None:
    """Drop an account's alerts, and its name from those of others."""
    await tx.session.execute(delete(Alert).where(Alert.receiver_id == account_id))
    nameless = Alert.words.op("||")(func.jsonb_build_object("name", ""))
    await tx.session.execute(update(Alert).where(Alert.actor_id == account_id).values(words=nameless))


async def held_alerts(tx: Connection, account_id: str) -> list[JsonValue]:
    """Every alert kept for the account, for its export."""
    kept = select(Alert).where(Alert.receiver_id == account_id).order_by(Alert.id)
    alerts = (await tx.session.scalars(kept)).all()
    return [facts.model_dump(mode="json") for facts in await facts_for(tx, account_id, alerts)]
