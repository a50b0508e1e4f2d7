"""What a push says: written when it is sent, with the names and blocks of now (product.md 5.4)."""

from typing import Final

from chassis.db import Transaction

from notifications.alerts.addresses import ANSWERS, COMING, answer_address, conversation_address
from notifications.alerts.notice import SOCIAL
from notifications.alerts.rendering import SYSTEM_NAME, alert_text, name_in
from notifications.alerts.serializers import serialize_alerts
from notifications.alerts.store import Alert, find_alert
from notifications.alerts.store import unread_of as unread_alerts
from notifications.messages.store import Message, find_message
from notifications.messages.store import unread_of as unread_messages
from notifications.preferences.rules import SUBJECT_OF, wanted
from notifications.projections.store import are_blocked, people_of, person_of
from notifications.push.rules import topic_of
from notifications.push.transport import PushAction, PushPayload
from notifications.push_queue.store import Push
from notifications.templates.translations import direction_of, tag_of, translations

MESSAGE: Final = "message_sent"


async def payload_for(tx: Transaction, push: Push) -> PushPayload | None:
    """What the device shows; None when the alert or message, or its receiver, no longer exists."""
    receiver = await person_of(tx, push.account_id)
    if receiver.deleted or receiver.suspended:
        return None
    if push.alert_id is not None:
        alert = await find_alert(tx, push.alert_id)
        return await _of_alert(tx, alert, receiver.language) if alert else None
    message = await find_message(tx, push.message_id or "")
    return await _of_message(tx, message, push.account_id) if message else None


async def _of_alert(tx: Transaction, alert: Alert, language: str) -> PushPayload | None:
    social = alert.kind in SOCIAL and alert.actor_id is not None
    if social and await are_blocked(tx, alert.receiver_id, alert.actor_id or ""):
        return None
    (shown,) = await serialize_alerts(tx, alert.receiver_id, [alert])
    group, order_id = alert.group_key or "", shown["order_id"]
    return PushPayload(
        subject_id=alert.id,
        kind=alert.kind,
        title=SYSTEM_NAME,
        text=shown["notification_text"],
        url=shown["notification_url"],
        group=group,
        topic=topic_of(group, order_id, alert.id),
        badge=await _unread(tx, alert.receiver_id),
        locale=tag_of(language),
        direction=direction_of(language),
        actions=_actions(alert, order_id, language),
    )


def _actions(alert: Alert, order_id: str, language: str) -> tuple[PushAction, ...]:
    """The answers to a request, or to a reminder that asks its client. Each leads to the booking with the
    answer chosen (product.md 5.4).
    """
    if not order_id:
        return ()
    answers, tab, key = (), "", ""
    if alert.kind == "order_requested":
        answers, tab, key = ANSWERS, "pending_requests", str(alert.words.get("answer_key", ""))
    elif alert.kind == "session_reminder" and alert.words.get("asks"):
        answers, tab = COMING, "upcoming_schedule"
    labels = translations(language).actions
    return tuple(
        PushAction(name, labels[name], answer_address(order_id, answer, tab, key)) for name, answer in answers
    )


async def _unread(tx: Transaction, account_id: str) -> int:
    """What the badge of an installed app counts: alerts and messages."""
    return await unread_alerts(tx, account_id) + await unread_messages(tx, account_id)


async def _of_message(tx: Transaction, message: Message, receiver_id: str) -> PushPayload | None:
    known = await people_of(tx, [message.sender_id, receiver_id])
    receiver, sender = known[receiver_id], known[message.sender_id]
    if not wanted(receiver.channels, SUBJECT_OF[MESSAGE], "push"):
        return None
    if await are_blocked(tx, receiver_id, message.sender_id):
        return None
    name = name_in(MESSAGE, sender, "", receiver.language)
    group = f"message:{message.conversation_id}"
    return PushPayload(
        subject_id=message.id,
        kind=MESSAGE,
        title=SYSTEM_NAME,
        text=alert_text(MESSAGE, {"text": message.text}, name, receiver.reader),
        url=conversation_address(message.conversation_id),
        group=group,
        topic=topic_of(group, "", message.id),
        badge=await _unread(tx, receiver_id),
        locale=tag_of(receiver.language),
        direction=direction_of(receiver.language),
    )
