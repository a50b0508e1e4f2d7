"""The call behind the gateway's composed get_user_alerts (api.md 6)."""

import orjson
from chassis.http.callers import Account
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer
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
    return Response(
        orjson.dumps(
            {"status": True, "message": {"main_msg": "", "iv_msg": {}}, "data": data},
            option=orjson.OPT_UTC_Z,
        ),
        media_type="application/json",
        headers={"X-Next-Cursor": cursor_of(found.next_place)} if found.next_place else None,
    )
