"""Events of notifications: alerts and messages for the sockets of one account, and unsubscriptions."""

from typing import ClassVar

from pydantic import JsonValue

from contracts.booking_data import BookingData
from contracts.event import Audience, DataExportCollected, Event, EvidenceKept, Facts, Instant, register


class AlertFacts(Facts):
    """An alert, with the field names of api.md 6."""

    notification_id: str
    notification_receiver_id: str
    notification_text: str
    notification_type: str
    notification_url: str
    name: str
    username: str
    avatar: str
    onboardProfile: bool  # noqa: N815 - the wire name
    status: str
    created_date: Instant
    count: int = 1
    """How many events of one kind this alert stands for. The alert keeps its id when there are more."""
    order_id: str = ""
    """The order that it speaks of, so that a request can be answered on the spot; '' where there is none."""


@register
class AlertRaised(Event):
    """One account has a new or changed alert. Its fields are those of the socket event get_notification."""

    key: ClassVar[str] = "notifications.alert.raised"
    audience: ClassVar[Audience] = Audience.ONE_ACCOUNT

    receiver_id: str
    notification_data: AlertFacts
    booking_data: BookingData | None = None
    interest_data: dict[str, JsonValue] | None = None
    additional_update: dict[str, JsonValue] | None = None

    @property
    def aggregate(self) -> str:
        return f"alerts:{self.receiver_id}"


@register
class AlertsMarkedRead(Event):
    """An account has read alerts. Its other screens show this many unread ones and ask for the rest."""

    key: ClassVar[str] = "notifications.alerts.read"
    audience: ClassVar[Audience] = Audience.ONE_ACCOUNT

    receiver_id: str
    unread: int

    @property
    def aggregate(self) -> str:
        return f"alerts:{self.receiver_id}"


@register
class MessageSent(Event):
    """A message was added to a conversation. The gateway sends it to `receiver_id`'s sockets."""

    key: ClassVar[str] = "notifications.message.sent"
    audience: ClassVar[Audience] = Audience.ONE_ACCOUNT

    receiver_id: str
    conversation_id: str
    message_id: str
    sender_id: str
    sender_name: str
    text: str
    sent_at: Instant

    @property
    def aggregate(self) -> str:
        return f"conversation:{self.conversation_id}"


@register
class MessageEvidenceKept(EvidenceKept):
    """A reported message and its neighbours: `messages` of {message_id, sender_id, text, sent_at}."""

    key: ClassVar[str] = "notifications.evidence.kept"


@register
class MailUnsubscribed(Event):
    """Somebody followed the unsubscribe link of a mail; identity switches mails of that kind off.

    `kind` is a kind of the notification preferences.
    """

    key: ClassVar[str] = "notifications.mail.unsubscribed"

    account_id: str
    kind: str

    @property
    def aggregate(self) -> str:
        return f"account:{self.account_id}"


@register
class NotificationsDataCollected(DataExportCollected):
    """Notifications has collected its part of an account's export."""

    key: ClassVar[str] = "notifications.data_export.collected"
