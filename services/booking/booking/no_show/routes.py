"""Calls about sessions to which one side did not come (api.md 4)."""

from typing import Final

from chassis.clock import Clock
from chassis.http.callers import Anyone
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from booking.no_show import service
from booking.no_show.schemas import NoShowContestRequest, NoShowReport
from booking.orders.access import Bearer
from booking.orders.responses import no_show_changed
from booking.orders.schemas import LinkToken, OrderChanged

router: Final = APIRouter(prefix="/api", tags=["no_shows"], route_class=Route)

REPORTED: Final = "We have told the other side."
CONTESTED: Final = "You have contested it. It counts no longer, and the other side sees what you wrote."


@router.post("/report_no_show")
async def report_no_show(
    said: NoShowReport, caller: Anyone, tx: Writing, clock: Clock, token: LinkToken = ""
) -> Answer[OrderChanged]:
    """Say that the other side did not come to a session; either side may, a guest by the mailed link."""
    changed = await service.report(tx, Bearer(caller, token), said, clock())
    return done(no_show_changed(changed, "reported"), REPORTED)


@router.post("/contest_no_show")
async def contest_no_show(
    said: NoShowContestRequest, caller: Anyone, tx: Writing, clock: Clock, token: LinkToken = ""
) -> Answer[OrderChanged]:
    """Contest within 7 days that one's own side did not come to a session."""
    changed = await service.contest(tx, Bearer(caller, token), said, clock())
    return done(no_show_changed(changed, "contested"), CONTESTED)
