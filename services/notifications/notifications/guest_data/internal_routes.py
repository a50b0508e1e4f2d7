"""The part of a guest's data that is held here, for the gateway's get_guest_data (api.md 4)."""

from typing import Final

from chassis.clock import Clock
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from contracts.guest_data import GuestDataKey
from fastapi import APIRouter
from pydantic import BaseModel, JsonValue

from notifications.guest_data.models import GRANTS
from notifications.mail.store import export_mail_to_guest

router: Final = APIRouter(prefix="/internal", tags=["internal"], route_class=Route)


class GuestMails(BaseModel):
    """The record of the mails to the guest; the oldest first."""

    mails: list[JsonValue]


@router.post("/guest_data")
async def guest_data(key: GuestDataKey, tx: Reading, clock: Clock) -> Answer[GuestMails]:
    """The record of mails to the guest's address.

    Booking says by which key: without its event, the key opens nothing here.
    """
    address = await GRANTS.address_of(tx, key.digest(), clock())
    return done(GuestMails(mails=await export_mail_to_guest(tx, address)))
