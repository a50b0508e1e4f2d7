"""Everything notifications holds about an account (product.md 1.10)."""

from chassis.db import Connection
from pydantic import BaseModel, JsonValue

from notifications.alerts.serializers import export_alerts
from notifications.devices.store import export_devices
from notifications.mail.store import export_mail
from notifications.messages.store import export_conversations, export_messages
from notifications.projections.store import export_person


class NotificationsExport(BaseModel):
    """Everything that notifications stores about one account."""

    account: dict[str, JsonValue]
    alerts: list[JsonValue]
    conversations: list[JsonValue]
    messages: list[JsonValue]
    devices: list[JsonValue]
    mails: list[JsonValue]


async def held_by_notifications(tx: Connection, account_id: str) -> NotificationsExport:
    """Alerts, messages, devices and the record of mails."""
    return NotificationsExport(
        account=await export_person(tx, account_id),
        alerts=await export_alerts(tx, account_id),
        conversations=await export_conversations(tx, account_id),
        messages=await export_messages(tx, account_id),
        devices=await export_devices(tx, account_id),
        mails=await export_mail(tx, account_id),
    )
