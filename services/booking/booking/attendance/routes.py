"""The call by which a client says that they come (api.md 4)."""

from typing import Final

from chassis.clock import Clock
from chassis.http.callers import Anyone
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from booking.attendance.schemas import AttendanceConfirmation
from booking.attendance.service import confirm
from booking.orders.access import Bearer
from booking.orders.responses import attendance_confirmed
from booking.orders.schemas import LinkToken, OrderChanged

router: Final = APIRouter(prefix="/api", tags=["attendance"], route_class=Route)
CONFIRMED: Final = "We have told the provider that you come."


@router.post("/confirm_attendance")
async def confirm_attendance(
    said: AttendanceConfirmation, caller: Anyone, tx: Writing, clock: Clock, token: LinkToken = ""
) -> Answer[OrderChanged]:
    """Say that one comes to a session; only its client may, a guest by the mailed link."""
    changed = await confirm(tx, Bearer(caller, token), said, clock())
    return done(attendance_confirmed(changed), CONFIRMED)
