"""Everything this service holds about the caller: a part of the gateway's export_account_data (api.md 2)."""

from chassis.http.callers import Account
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter
from pydantic import BaseModel, JsonValue

from notifications.alerts.serializers import export_alerts
from notifications.devices.store import export_devices
from notifications.mail.store import export_mail
from notifications.messages.store import export_messages
from notifications.projections.store import export_person

router = APIRouter(tags=["account"], route_class=Route)


class NotificationsExport(BaseModel):
    """Everything that notifications stores about one account."""

    account: dict[str, JsonValue]
    alerts: list[JsonValue]
    messages: list[JsonValue]
    devices: list[JsonValue]
    mails: list[JsonValue]


@router.get("/internal/export")
async def export_notifications(caller: Account, tx: Reading) -> Answer[NotificationsExport]:
    """Alerts, messages, devices and the record of mails (product.md 1.10)."""
    return done(
        NotificationsExport(
            account=await export_person(tx, caller.id),
            alerts=await export_alerts(tx, caller.id),
            messages=await export_messages(tx, caller.id),
            devices=await export_devices(tx, caller.id),
            mails=await export_mail(tx, caller.id),
        )
    )
