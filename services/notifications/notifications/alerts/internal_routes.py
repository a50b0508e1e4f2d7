"""The call behind the gateway's composed get_user_alerts (api.md 6)."""

from chassis.http.callers import Account
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, rendered
from chassis.http.paging import PageQuery, cursor_of
from chassis.http.route import Route
from fastapi import APIRouter, Response

from notifications.alerts import service
from notifications.alerts.schemas import AlertList

router = APIRouter(tags=["alerts"], route_class=Route)


@router.get("/internal/alerts", response_model=Answer[AlertList])
async def list_alerts(caller: Account, tx: Reading, page: PageQuery) -> Response:
    """A page of the caller's alerts, newest first; the next page's cursor is in X-Next-Cursor."""
    found = await service.page_of_alerts(tx, caller.id, page.limit, page.after_id or None)
    data = {"alerts_list": found.alerts, "unread": found.unread}
    next_cursor = cursor_of(found.next_place).encode() if found.next_place else b""
    return rendered(data, [(b"x-next-cursor", next_cursor)] if next_cursor else ())
