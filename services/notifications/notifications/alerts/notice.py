"""What an alert tells, and what alerts of an order have in common (product.md 5.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from contracts.booking_data import BookingData
from contracts.events.booking import OrderFacts, SessionFacts
from pydantic import JsonValue

from notifications.alerts.addresses import booking_address

Side = Literal["provider", "client"]

SOCIAL: Final = frozenset({"interest_added", "comment_added", "post_reposted"})
"""Kinds that a block suppresses in both directions. Changes of an order that both sides agreed on are
announced in spite of a block, so that nobody comes to an appointment that was cancelled."""


@dataclass(frozen=True, slots=True)
class Notice:
    """An alert to create. `source` identifies the fact, the same at each delivery and replay of its event.

    `words["name"]` is what the other side is called where this service does not know the account. Notices of
    one `group` are one alert while it is unread; where it counts people (`of_people`), what one of them does
    again is no news, as long as the first time waits to be read, and for a day.
    """

    source: str
    receiver_id: str
    kind: str
    actor_id: str | None
    url: str
    words: Mapping[str, JsonValue]
    booking: BookingData | None = None
    interest: dict[str, JsonValue] | None = None
    update: dict[str, JsonValue] | None = None
    group: str = ""
    of_people: bool = False
    for_devices: bool = True
    """Whether it is pushed to those of its receiver's devices that want it."""


@dataclass(frozen=True, slots=True)
class OrderAlert:
    """Which alert of an order a side has, and the list that it opens."""

    kind: str
    side: Side
    tab: str


OTHER_SIDE: Final[dict[str, Side]] = {"provider": "client", "client": "provider"}


def fact(key: str, thing: str) -> str:
    """The name of a fact. An order takes each of its steps once, so its id and the step name one."""
    return f"{key}:{thing}"


def order_notice(
    source: str, order: OrderFacts, alert: OrderAlert, sessions: Sequence[SessionFacts] | None = None
) -> Notice:
    """The notice of an order's step, or of these of its sessions, for the alert's side."""
    to_provider = alert.side == "provider"
    shown = order.sessions if sessions is None else sessions
    starts: list[JsonValue] = [session.starts_at.isoformat() for session in shown]
    return Notice(
        source=source,
        receiver_id=order.provider_id if to_provider else order.client_id,
        kind=alert.kind,
        actor_id=(order.client_id or None) if to_provider else order.provider_id,
        url=booking_address(alert.tab, order.order_id),
        words={
            "name": order.client_name if to_provider else order.provider_name,
            "to": alert.side,
            "starts": starts,
            "zone": order.provider_timezone if to_provider else order.client_timezone,
            **named(order),
        },
        booking=order.for_provider if to_provider else order.for_client,
    )


def named(order: OrderFacts) -> dict[str, JsonValue]:
    """Which order an alert speaks of, and the services that its sentence names."""
    return {"order_id": order.order_id, "services": [service.name for service in order.services]}
