"""The call that changes where an appointment is held. An addition to api.md 4."""

from typing import Final

from chassis.clock import Clock
from chassis.http.callers import Anyone
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from booking.orders.access import Bearer
from booking.orders.responses import place_changed
from booking.orders.schemas import LinkToken, OrderChanged
from booking.venues.schemas import PlaceChange
from booking.venues.service import change_place

router: Final = APIRouter(prefix="/api", tags=["venues"], route_class=Route)

CHANGED: Final = "The other side is told of the new place."


@router.post("/update_appointment_place")
async def update_appointment_place(
    wanted: PlaceChange, caller: Anyone, tx: Writing, clock: Clock, token: LinkToken = ""
) -> Answer[OrderChanged]:
    """Change the place or the link of an accepted appointment, until it ends."""
    return done(place_changed(await change_place(tx, Bearer(caller, token), wanted, clock())), CHANGED)
