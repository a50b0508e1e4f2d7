"""Calls about alerts."""

from chassis.http.callers import Account
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.paging import PageQuery, cursor_of
from fastapi import APIRouter, Response

from notifications.alerts import store
from notifications.alerts.schemas import AlertList, AlertsRead, AlertStatusUpdate

router = APIRouter(tags=["alerts"])


@router.get("/internal/alerts")
async def list_alerts(caller: Account, tx: Reading, page: PageQuery, response: Response) -> Answer[AlertList]:
    """The caller's alerts, newest first; a part of the gateway's get_user_alerts (api.md 6)."""
    before = str(page.after[0]) if page.after else None
    found = await store.alerts_of(tx, caller.id, page.limit, before)
    if found.below:
        response.headers["X-Next-Cursor"] = cursor_of(found.below)
    return done(AlertList(alerts_list=found.alerts, unread=found.unread))


@router.post("/api/update_alert_status")
async def update_alert_status(wanted: AlertStatusUpdate, caller: Account, tx: Writing) -> Answer[AlertsRead]:
    """Mark alerts of the caller as read (api.md 6). Ids that are none of theirs change nothing."""
    asked = wanted.iv_notification_ids
    ids = None if asked == "all" else asked
    await store.mark_read(tx, caller.id, ids)
    return done(AlertsRead(unread=await store.unread_of(tx, caller.id)))
