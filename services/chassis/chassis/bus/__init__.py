"""The bus: one protocol, two ways (RabbitMQ between processes, the local one within a process)."""

from chassis.bus.message import Message
from chassis.bus.protocol import Bury, Bus, Handler, OnConnect, Subscription

__all__ = ["Bury", "Bus", "Handler", "Message", "OnConnect", "Subscription"]
