"""An order between two accounts opens a conversation between them."""

from chassis.db import Transaction
from chassis.events import subscribe
from contracts.events.booking import (
    OrderAccepted,
    OrderCancelled,
    OrderCompleted,
    OrderEvent,
    OrderRejected,
    OrderRequested,
    OrderStarted,
)

from notifications.messages.evidence import keep_evidence
from notifications.messages.store import open_conversation
from notifications.projections.store import people_of


@subscribe(OrderRequested, OrderAccepted, OrderRejected, OrderStarted, OrderCompleted, OrderCancelled)
async def open_conversation_of_order(event: OrderEvent, tx: Transaction) -> None:
    """Provider and client may write to each other; a guest has no messages."""
    provider_id, client_id = event.order.provider_id, event.order.client_id
    if not client_id:
        return
    people = await people_of(tx, [provider_id, client_id])
    if not any(person.deleted for person in people.values()):
        await open_conversation(tx, provider_id, client_id)


CONSUMERS = (open_conversation_of_order, keep_evidence)
