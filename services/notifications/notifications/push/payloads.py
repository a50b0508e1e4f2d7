"""What a push says: written when it is sent, as things then are."""

from chassis.db import Transaction

from notifications.alerts.models import Alert
from notifications.alerts.rendering import SYSTEM_NAME, alert_text, name_in
from notifications.alerts.rules import SOCIAL
from notifications.alerts.store import facts_for
from notifications.messages.models import Message
from notifications.preferences.rules import SUBJECT_OF, wanted
from notifications.projections.store import are_blocked, people_of, person_of
from notifications.push.transport import PushPayload
from notifications.push_queue.models import Push

MESSAGE = "message_sent"


async def payload_for(tx: Transaction, push: Push) -> PushPayload | None:
    """The note to show; None when meanwhile there is nothing to say any more, or nobody to say it to."""
    receiver = await person_of(tx, push.account_id)
    if receiver.deleted or receiver.suspended:
        return None
    if push.alert_id is not None:
        return await _of_alert(tx, await tx.session.get_one(Alert, push.alert_id))
    assert push.message_id is not None
    return await _of_message(tx, await tx.session.get_one(Message, push.message_id), push.account_id)


async def _of_alert(tx: Transaction, alert: Alert) -> PushPayload | None:
    social = alert.kind in SOCIAL and alert.actor_id is not None
    if social and await are_blocked(tx, alert.receiver_id, alert.actor_id or ""):
        return None
    (facts,) = await facts_for(tx, alert.receiver_id, [alert])
    return PushPayload(
        alert.id, alert.kind, SYSTEM_NAME, facts.notification_text, alert.url, alert.group_key or ""
    )


async def _of_message(tx: Transaction, message: Message, receiver_id: str) -> PushPayload | None:
    known = await people_of(tx, [message.sender_id, receiver_id])
    receiver, sender = known[receiver_id], known[message.sender_id]
    if not wanted(receiver.channels, SUBJECT_OF[MESSAGE], "push"):
        return None
    if await are_blocked(tx, receiver_id, message.sender_id):
        return None
    name = name_in(MESSAGE, sender, "", receiver.language)
    text = alert_text(MESSAGE, {"text": message.text}, name, receiver.language)
    url = f"/message?conversation={message.conversation_id}"
    return PushPayload(message.id, MESSAGE, SYSTEM_NAME, text, url, f"message:{message.conversation_id}")
