"""Everything this service holds about the caller: a part of the gateway's export_account_data (api.md 2)."""

from chassis.http.callers import Account
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from notifications.export.account_data import NotificationsExport, held_by_notifications

router = APIRouter(tags=["account"], route_class=Route)


@router.get("/internal/export")
async def export_notifications(caller: Account, tx: Reading) -> Answer[NotificationsExport]:
    """Alerts, messages, devices and the record of mails (product.md 1.10)."""
    return done(await held_by_notifications(tx, caller.id))
