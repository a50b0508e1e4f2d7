"""Maps bus events to socket events: name, room and data (product.md 5.6, api.md 7).

Each event class declares its audience. An event for services only can never reach a socket.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

import orjson
from contracts.event import Audience, Event
from contracts.events.booking import AvailabilityChanged
from contracts.events.feed import CommentAdded, PostPublished, PostRemoved
from contracts.events.identity import AccountConfirmed
from contracts.events.notifications import AlertRaised, AlertsMarkedRead, MessageSent

from gateway.realtime.presence import EVERYONE_SIGNED_IN, account_room, watch_room


@dataclass(frozen=True, slots=True)
class Emission:
    """A Socket.IO event for one room, or for every socket when `room` is None.

    The sockets of the accounts in `hidden_from` do not receive it.
    """

    name: str
    room: str | None
    data: dict[str, Any]
    hidden_from: frozenset[str] = frozenset()


class AudienceViolation(Exception):
    """A mapper would send an event to more people than its class allows. This is a programming error."""


def _alert(event: AlertRaised) -> Emission:
    shown = {"notification_data", "booking_data", "interest_data", "additional_update"}
    return Emission(
        "get_notification", account_room(event.receiver_id), event.model_dump(mode="json", include=shown)
    )


def _read(event: AlertsMarkedRead) -> Emission:
    return _update(event.receiver_id, {"alerts_read": {"unread": event.unread}})


def _update(receiver_id: str, additional_update: dict[str, Any]) -> Emission:
    data = {
        "notification_data": None,
        "booking_data": None,
        "interest_data": None,
        "additional_update": additional_update,
    }
    return Emission("get_notification", account_room(receiver_id), data)


def _message(event: MessageSent) -> Emission:
    message = event.model_dump(
        mode="json",
        include={"conversation_id", "message_id", "sender_id", "sender_name", "text", "sent_at"},
    )
    return _update(event.receiver_id, {"message": message})


def _confirmed(event: AccountConfirmed) -> Emission:
    """The session data that all logins share; the client merges it into its own."""
    account = event.account
    session_data = {
        **event.session_data,
        "ownerId": account.account_id,
        "name": account.name,
        "email": account.email,
        "username": account.username or "",
        "onboardUsername": account.username is not None,
        "autoVerification": "verified" if account.verified else "unverified",
    }
    return Emission(
        "get_confirm_account_verification", account_room(account.account_id), {"session_data": session_data}
    )


def _availability(event: AvailabilityChanged) -> Emission:
    dumped = event.model_dump(mode="json", include={"provider_id", "starts_at", "ends_at"})
    data = {"provider_id": event.provider_id, "from": dumped["starts_at"], "to": dumped["ends_at"]}
    return Emission("get_availability_update", watch_room(event.provider_id), data)


def _post(event: PostPublished) -> Emission | None:
    return _broadcast(event, "new_post", {"post_type": event.post.post_type})


def _comment(event: CommentAdded) -> Emission | None:
    return _broadcast(event, "new_post_comment", {"post_comments_id": event.comment_id})


def _removed(event: PostRemoved) -> Emission | None:
    return _broadcast(event, "post_removed", {})


def _broadcast(
    event: PostPublished | PostRemoved | CommentAdded, action: str, more: dict[str, str]
) -> Emission | None:
    """A broadcast with ids only; the client fetches the rest from feed.

    Guests and visitors receive no mature posts, and blocked accounts nothing, but that a post is gone.
    """
    post = event.post
    if post.audience != "all":
        return None
    data = {
        "valid_broadcast": True,
        "page": "feed",
        "action": action,
        "broadcast_data": {"post_id": post.post_id, "owner_id": post.owner_id, **more},
    }
    room = EVERYONE_SIGNED_IN if post.mature else None
    hidden_from = frozenset[str]() if isinstance(event, PostRemoved) else frozenset(event.hidden_from)
    return Emission("get_broadcast_notification", room, data, hidden_from)


SocketMapper = Callable[[Any], Emission | None]
SOCKET_MAPPERS: Final = cast(
    Mapping[type[Event], SocketMapper],
    {
        AlertRaised: _alert,
        AlertsMarkedRead: _read,
        MessageSent: _message,
        AccountConfirmed: _confirmed,
        AvailabilityChanged: _availability,
        PostPublished: _post,
        PostRemoved: _removed,
        CommentAdded: _comment,
    },
)
"""Every event that reaches sockets."""


RECEIVERS: Final[Mapping[str, tuple[Callable[[str], str], tuple[str, ...]]]] = {
    AlertRaised.key: (account_room, ("receiver_id",)),
    AlertsMarkedRead.key: (account_room, ("receiver_id",)),
    MessageSent.key: (account_room, ("receiver_id",)),
    AccountConfirmed.key: (account_room, ("account", "account_id")),
    AvailabilityChanged.key: (watch_room, ("provider_id",)),
}
"""For each event that goes to one room, whose room that is and where the event names them."""


def room_of(key: str, payload: bytes) -> str | None:
    """The one room that an event is for, read without the rest of it; None when it is not for one room.

    Raises `LookupError`, `TypeError` or `ValueError` for an event that names nobody.
    """
    receiver = RECEIVERS.get(key)
    if receiver is None:
        return None
    room, names = receiver
    found = orjson.loads(payload)
    for name in names:
        found = found[name]
    if not isinstance(found, str):
        raise TypeError(f"{key} names nobody")
    return room(found)


def emission_of(event: Event) -> Emission | None:
    """The emission for `event`, None for none (product.md 5.6 and 6.4).

    Raises `AudienceViolation` when the audience of the event forbids it.
    """
    mapper = SOCKET_MAPPERS.get(type(event))
    emission = mapper(event) if mapper else None
    if emission is None:
        return None
    if event.audience is Audience.SERVICES:
        raise AudienceViolation(f"{event.key} is for services only")
    to_one = emission.room is not None and emission.room.startswith("account:")
    if event.audience is Audience.ONE_ACCOUNT and not to_one:
        raise AudienceViolation(f"{event.key} is for one account")
    return emission
