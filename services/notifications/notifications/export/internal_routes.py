"""Everything this service holds about the caller: a part of the gateway's export_account_data."""

from chassis.http.callers import Account
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, done
from fastapi import APIRouter
from pydantic import BaseModel, JsonValue

from notifications.alerts.store import held_alerts
from notifications.mail.store import held_mail
from notifications.messages.store import held_messages
from notifications.projections.store import held_of_person
from notifications.push_queue.store import held_devices

router = APIRouter(tags=["account"])


class NotificationsExport(BaseModel):
    """What notifications keeps of one account."""

    account: dict[str, JsonValue]
    alerts: list[JsonValue]
    messages: list[JsonValue]
    devices: list[JsonValue]
    mails: list[JsonValue]


@router.get("/internal/export")
async def export_notifications(caller: Account, tx: Reading) -> Answer[NotificationsExport]:
    """Alerts, messages, devices and the record of mails (api.md 2)."""
    return done(
        NotificationsExport(
            account=await held_of_person(tx, caller.id),
            alerts=await held_alerts(tx, caller.id),
            messages=await held_messages(tx, caller.id),
            devices=await held_devices(tx, caller.id),
            mails=await held_mail(tx, caller.id),
        )
    )
