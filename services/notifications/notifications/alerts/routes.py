"""Calls about alerts (product.md 5.1; api.md 6)."""

from chassis.http.callers import Account
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from notifications.alerts import service
from notifications.alerts.schemas import AlertsRead, AlertStatusUpdate

router = APIRouter(tags=["alerts"], route_class=Route)


@router.post("/api/update_alert_status")
async def update_alert_status(update: AlertStatusUpdate, caller: Account, tx: Writing) -> Answer[AlertsRead]:
    """Mark alerts of the caller as read. Ids that are not the caller's change nothing."""
    ids = None if update.iv_notification_ids == "all" else update.iv_notification_ids
    return done(AlertsRead(unread=await service.mark_read(tx, caller.id, ids)))
