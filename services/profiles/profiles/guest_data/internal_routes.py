"""The part of a guest's data that is held here, for the gateway's get_guest_data (api.md 4)."""

from typing import Final

from chassis.clock import Clock
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from contracts.guest_data import GuestDataKey
from fastapi import APIRouter
from pydantic import BaseModel

from profiles.guest_data.models import GRANTS
from profiles.support_requests.schemas import GuestRequest
from profiles.support_requests.store import requests_of_guest

router: Final = APIRouter(prefix="/internal", tags=["internal"], route_class=Route)


class GuestRequests(BaseModel):
    """What the guest asked the staff, and the answers; the newest first."""

    requests: list[GuestRequest]


@router.post("/guest_data")
async def guest_data(key: GuestDataKey, tx: Reading, clock: Clock) -> Answer[GuestRequests]:
    """What was asked of the staff under the guest's address.

    Booking says by which key: without its event, the key opens nothing here.
    """
    address = await GRANTS.address_of(tx, key.digest(), clock())
    return done(GuestRequests(requests=await requests_of_guest(tx, address)))
