"""What travels on a bus."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """One event on its way."""

    event_id: str
    key: str
    """The routing key, `<service>.<thing>.<happened>`."""
    aggregate: str
    """Messages of one aggregate stay in order."""
    payload: bytes
    """The event as JSON."""
    target: str | None = None
    """A replay goes to this one consumer; None: to everyone who listens to the key."""
    trace: str | None = None
    """W3C traceparent."""
