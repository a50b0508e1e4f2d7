"""Calls about alerts."""

from chassis.database import ReadSession, WriteSession
from chassis.envelope import Answer, done
from chassis.paging import PageQuery, cursor_of
from chassis.principal import Account
from fastapi import APIRouter, Response

from notifications.alerts import store
from notifications.alerts.schemas import AlertList, AlertsRead, AlertStatusUpdate

router = APIRouter(tags=["alerts"])


@router.get("/internal/alerts")
async def list_alerts(
    caller: Account, session: ReadSession, page: PageQuery, response: Response
) -> Answer[AlertList]:
    """The caller's alerts, newest first; a part of the gateway's get_user_alerts (api.md section 6)."""
    before = str(page.after[0]) if page.after else None
    found = await store.alerts_of(session, caller.id, page.limit, before)
    if found.below:
        response.headers["X-Next-Cursor"] = cursor_of(found.below)
    return done(AlertList(alerts_list=found.alerts, unread=found.unread))


@router.post("/api/update_alert_status")
async def update_alert_status(
    wanted: AlertStatusUpdate, caller: Account, session: WriteSession
) -> Answer[AlertsRead]:
    """Mark alerts of the caller as read (api.md section 6). Ids that are none of theirs change nothing."""
    asked = wanted.iv_notification_ids
    ids = None if asked == "all" else asked
    await store.mark_read(session, caller.id, ids)
    return done(AlertsRead(unread=await store.unread_of(session, caller.id)))
