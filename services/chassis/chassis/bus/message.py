"""The message that a bus carries."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """One event in transit."""

    event_id: str
    key: str
    """The routing key, `<service>.<thing>.<happened>`."""
    aggregate: str
    """Messages of one aggregate are delivered in order."""
    payload: bytes
    """The event as JSON."""
    target: str | None = None
    """The one consumer that gets a replayed event; None: every subscriber of the key."""
    trace: str | None = None
    """W3C traceparent."""
