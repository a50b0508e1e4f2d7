"""Messages as AMQP has them: our own for sending, and those that the broker sent."""

from collections.abc import Mapping

import aio_pika
from aio_pika import DeliveryMode
from aio_pika.abc import AbstractIncomingMessage
from aiormq.abc import DeliveredMessage
from pamqp.common import FieldValue

from chassis.bus.message import Message


def to_amqp(message: Message) -> aio_pika.Message:
    """The AMQP message: the payload is its body, everything else is in its properties and headers."""
    headers: dict[str, FieldValue] = {"key": message.key, "aggregate": message.aggregate}
    if message.trace is not None:
        headers["traceparent"] = message.trace
    return aio_pika.Message(
        message.payload,
        message_id=message.event_id,
        content_type="application/json",
        delivery_mode=DeliveryMode.PERSISTENT,
        headers=headers,
    )


def from_amqp(incoming: AbstractIncomingMessage) -> Message:
    """The received message, of one that was asked for."""
    return _message(incoming.message_id, incoming.routing_key, incoming.headers, incoming.body)


def delivered(incoming: DeliveredMessage) -> Message:
    """The received message, of one that the broker has sent by itself."""
    properties = incoming.header.properties
    return _message(properties.message_id, incoming.routing_key, properties.headers or {}, incoming.body)


def _message(
    event_id: str | None, routing_key: str | None, headers: Mapping[str, FieldValue], body: bytes
) -> Message:
    """The message. Its key is in a header, because a targeted message's routing key is its queue."""
    trace = headers.get("traceparent")
    return Message(
        event_id=event_id or "",
        key=str(headers.get("key") or routing_key),
        aggregate=str(headers.get("aggregate") or event_id),
        payload=body,
        trace=str(trace) if trace else None,
    )
