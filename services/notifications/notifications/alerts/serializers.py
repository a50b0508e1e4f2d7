"""Alerts as screens know them: sentences are written when an alert is read, with the names of now."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import TypedDict

from chassis.db import Connection
from contracts.events.notifications import AlertFacts
from pydantic import JsonValue

from notifications.alerts.addresses import OF_PERSONS, current_address, order_of, page_of, person_address
from notifications.alerts.rendering import name_in, told
from notifications.alerts.store import Alert, VisibleFacts, all_alerts_of, visible_facts_of
from notifications.messages.store import conversation_partners
from notifications.projections.store import Person, is_blocked_from_anybody, people_of
from notifications.templates.formatting import Reader


class AlertJson(TypedDict):
    """The fields of `AlertFacts` (api.md 6). A page has many alerts: none is validated on its way out."""

    notification_id: str
    notification_receiver_id: str
    notification_text: str
    notification_type: str
    notification_url: str
    name: str
    username: str
    avatar: str
    onboardProfile: bool
    status: str
    created_date: datetime
    count: int
    order_id: str


async def serialize_alerts(
    tx: Connection,
    receiver_id: str,
    alerts: Sequence[Alert],
    known: Mapping[str, Person] | None = None,
) -> list[AlertJson]:
    """An account's alerts as it reads. Of those that have grown, what a block hides is taken out.

    `known` saves a look-up when the receiver and every actor are among it.
    """
    without_hidden = await _without_hidden(tx, receiver_id, [alert.id for alert in alerts if alert.count > 1])
    visible = [without_hidden.get(alert.id) or _all_facts(alert) for alert in alerts]
    ids = {receiver_id, *(each.actor_id for each in visible if each.actor_id)}
    if known is None or not ids <= known.keys():
        known = await people_of(tx, ids)
    reader = known[receiver_id].reader
    pairs = list(zip(alerts, visible, strict=True))
    writable = await _writable(tx, receiver_id, pairs, known)
    return [_serialize(alert, each, known, reader, writable) for alert, each in pairs]


def serialize_single(alert: Alert, known: Mapping[str, Person]) -> AlertJson:
    """An alert that has not grown and leads to a thing, as its receiver reads it. `known` has both sides."""
    return _serialize(alert, _all_facts(alert), known, known[alert.receiver_id].reader, ())


def _all_facts(alert: Alert) -> VisibleFacts:
    return VisibleFacts(alert.count, alert.actor_id, alert.source if alert.count == 1 else "")


async def _writable(
    tx: Connection,
    receiver_id: str,
    pairs: Sequence[tuple[Alert, VisibleFacts]],
    known: Mapping[str, Person],
) -> set[str]:
    """Those of the actors whom an alert leads to, and who have no page, that the receiver can write to."""
    ids = {
        each.actor_id
        for alert, each in pairs
        if alert.kind in OF_PERSONS and each.actor_id and not page_of(known[each.actor_id])
    }
    return await conversation_partners(tx, receiver_id, ids) if ids else set()


async def _without_hidden(tx: Connection, receiver_id: str, ids: Sequence[str]) -> dict[str, VisibleFacts]:
    """What a block leaves of alerts that have grown; empty when there is no block, as nearly always."""
    if not ids or not await is_blocked_from_anybody(tx, receiver_id):
        return {}
    return await visible_facts_of(tx, receiver_id, ids)


def _serialize(
    alert: Alert,
    visible: VisibleFacts,
    known: Mapping[str, Person],
    reader: Reader,
    writable: Collection[str],
) -> AlertJson:
    actor = known[visible.actor_id] if visible.actor_id else None
    name_then = str(alert.words.get("name", "")) if visible.actor_id == alert.actor_id else ""
    name = name_in(alert.kind, actor, name_then, reader.language)
    order_id = order_of(alert.kind, alert.source, alert.words.get("order_id"))
    words = alert.words if alert.group_key is None else {**alert.words, "n": visible.count}
    return {
        "notification_id": alert.id,
        "notification_receiver_id": alert.receiver_id,
        "notification_text": told(alert.kind, words, name, reader),
        "notification_type": alert.kind,
        "notification_url": person_address(actor, writable)
        if alert.kind in OF_PERSONS
        else current_address(alert.kind, alert.url, visible.source, order_id),
        "name": name,
        "username": actor.username if actor else "",
        "avatar": actor.avatar if actor else "",
        "onboardProfile": actor.onboarded if actor else False,
        "status": alert.status,
        "created_date": alert.created_at,
        "count": visible.count,
        "order_id": order_id,
    }


async def export_alerts(tx: Connection, account_id: str) -> list[JsonValue]:
    """Every stored alert of the account, for its export."""
    shown = await serialize_alerts(tx, account_id, await all_alerts_of(tx, account_id))
    return [AlertFacts.model_construct(**each).model_dump(mode="json") for each in shown]
