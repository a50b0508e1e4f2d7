"""Real Socket.IO clients that record what they receive, and events to publish to them."""

import itertools
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import socketio
from client.api_client import eventually
from contracts.event import Event
from contracts.events.feed import PostFacts, PostPublished
from contracts.events.notifications import AlertFacts, AlertRaised

from testkit.gateway_harness import GatewayHarness

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
_marks = (f"mark-{number}" for number in itertools.count())


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


def post(
    audience: Any = "all", *, mature: bool = False, hidden_from: Sequence[str] = (), post_id: str = "p1"
) -> PostPublished:
    """A new post for this audience."""
    facts = PostFacts(
        post_id=post_id,
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
    """Records every event that one socket receives."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, Any]] = []
        self._marks: set[str] = set()

    def has_mark(self, mark: str) -> bool:
        """Whether the post with this id, which `announce` sent last, has come."""
        return mark in self._marks

    def handlers(self) -> dict[str, Callable[[Any], None]]:
        """A handler for each event that the gateway sends."""
        names = (
            "get_notification",
            "get_broadcast_notification",
            "get_confirm_account_verification",
            "get_availability_update",
        )
        return {name: self._noting(name) for name in names}

    def _noting(self, name: str) -> Callable[[Any], None]:
        def note(data: Any) -> None:
            mark = _mark_in(data)
            if mark:
                self._marks.add(mark)
            else:
                self.seen.append((name, data))

        return note

    @property
    def names(self) -> list[str]:
        """The names of the events, in their order."""
        return [name for name, _ in self.seen]


def _mark_in(data: Any) -> str | None:
    """The id of the post in a broadcast, if `announce` sent it as a mark."""
    broadcast = data.get("broadcast_data") if isinstance(data, dict) else None
    post_id = str(broadcast.get("post_id", "")) if isinstance(broadcast, dict) else ""
    return post_id if post_id.startswith("mark-") else None


async def open_socket(
    harness: GatewayHarness, token: str | None = None
) -> tuple[socketio.AsyncClient, SocketRecorder]:
    """A connected socket, and the record of what it receives."""
    shown = SocketRecorder()
    client = await harness.socket(token, **shown.handlers())
    harness.has_mark[client] = shown.has_mark
    return client, shown


async def announce(harness: GatewayHarness, *events: Event) -> None:
    """Publish events; returns when every open socket has received its part of them.

    A post for everybody follows them as a mark. A socket that received the mark has received all before it.
    """
    for event in events:
        await harness.publish(event)
    await pass_mark(harness)


async def pass_mark(harness: GatewayHarness) -> None:
    """Return when every open socket has received all that the gateway sent it so far."""
    mark = next(_marks)
    await harness.publish(post(post_id=mark))
    await eventually(lambda: all(has(mark) for client, has in harness.has_mark.items() if client.connected))
