"""The bus: one protocol, two implementations (RabbitMQ between processes, a local bus within a process)."""

from chassis.bus.message import Message
from chassis.bus.protocol import (
    BatchHandler,
    Bus,
    DeadLetterSink,
    Handler,
    Listening,
    OnConnect,
    Subscription,
    Unroutable,
)

__all__ = [
    "BatchHandler",
    "Bus",
    "DeadLetterSink",
    "Handler",
    "Listening",
    "Message",
    "OnConnect",
    "Subscription",
    "Unroutable",
]
