"""What the calls about messages do (product.md 5.5)."""

from datetime import datetime
from typing import Final

from chassis.db import Transaction
from chassis.http.envelope import refuse
from chassis.ids import new_id
from chassis.outbox import emit
from chassis.projections import wait_for_projection
from contracts.events.notifications import MessageSent

from notifications.messages import store
from notifications.messages.store import Message
from notifications.preferences.rules import wanted
from notifications.projections.store import people_of
from notifications.push_queue.store import enqueue_message

NO_ORDER: Final = "You can write to each other once there is an appointment between you."


async def send_message(
    tx: Transaction, sender_id: str, receiver_id: str, text: str, now: datetime
) -> Message:
    """Write to an account that the sender has, or had, an appointment with; announce and push it.

    Raises `Refused` without an appointment, behind a block, and when the receiver is deleted.
    """
    side = await wait_for_projection(lambda: store.side_with(tx, sender_id, receiver_id))
    people = await people_of(tx, [sender_id, receiver_id])
    receiver = people[receiver_id]
    if side is None or receiver.deleted:
        raise refuse(NO_ORDER)
    message = Message(new_id(), side.conversation_id, sender_id, text, now)
    await store.add_message(tx, message)
    await emit(
        tx,
        MessageSent(
            receiver_id=receiver_id,
            conversation_id=message.conversation_id,
            message_id=message.id,
            sender_id=sender_id,
            sender_name=people[sender_id].name,
            text=text,
            sent_at=now,
        ),
    )
    if not receiver.suspended and wanted(receiver.channels, "messages", "push"):
        await enqueue_message(tx, message.id, receiver_id)
    return message
