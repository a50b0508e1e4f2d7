"""What open screens are shown: real Socket.IO clients that take notes, and events for them."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import socketio
from contracts.event import Event
from contracts.events.feed import PostFacts, PostPublished
from contracts.events.notifications import AlertFacts, AlertRaised

from testkit.gateway_harness import GatewayHarness

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
QUIET_SECONDS = 0.3
"""Long enough for an event that must not come to come."""


def alert(receiver: str) -> AlertRaised:
    """An alert of an order, for one account or guest."""
    facts = AlertFacts(
        notification_id="n1",
        notification_receiver_id=receiver,
        notification_text="Zoë asks for an appointment.",
        notification_type="order",
        notification_url="/schedule_manager/pending_requests",
        name="Zoë",
        username="zoe",
        avatar="",
        onboardProfile=True,
        status="active",
        created_date=NOW,
    )
    return AlertRaised(receiver_id=receiver, notification_data=facts, additional_update={"count": 1})


def post(audience: Any = "all", *, mature: bool = False, hidden_from: Sequence[str] = ()) -> PostPublished:
    """A new post for this audience."""
    facts = PostFacts(
        post_id="p1",
        owner_id="o1",
        post_type="post",
        audience=audience,
        mature=mature,
        tags=[],
        published_at=NOW,
        revision=1,
    )
    return PostPublished(post=facts, hidden_from=list(hidden_from))


class SocketRecorder:
    """Notes everything a socket is shown."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, Any]] = []

    def handlers(self) -> dict[str, Callable[[Any], None]]:
        """For each event of the house, one that notes it."""
        names = (
            "get_notification",
            "get_broadcast_notification",
            "get_confirm_account_verification",
            "get_availability_update",
        )
        return {name: self._noting(name) for name in names}

    def _noting(self, name: str) -> Callable[[Any], None]:
        def note(data: Any) -> None:
            self.seen.append((name, data))

        return note

    @property
    def names(self) -> list[str]:
        """The names of the events, in their order."""
        return [name for name, _ in self.seen]


async def open_socket(
    door: GatewayHarness, token: str | None = None
) -> tuple[socketio.AsyncClient, SocketRecorder]:
    """A connected socket, and what it is shown."""
    shown = SocketRecorder()
    return await door.socket(token, **shown.handlers()), shown


async def announce(door: GatewayHarness, *events: Event) -> None:
    """Announce events, and give them the time to come through."""
    for event in events:
        await door.tell(event)
    await asyncio.sleep(QUIET_SECONDS)
