"""The bus: one protocol, two ways (RabbitMQ between processes, the local one within a process)."""

from chassis.bus.message import Message
from chassis.bus.protocol import Bus, DeadLetterSink, Handler, OnConnect, Subscription

__all__ = ["Bus", "DeadLetterSink", "Handler", "Message", "OnConnect", "Subscription"]
