"""Changing the mail address (api.md 2)."""

from chassis.clock import Clock
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from identity.logins.dependencies import ActiveLogin, SteppedUpLogin
from identity.mail_address.schemas import (
    ConfirmMailChange,
    MailChangeConfirmed,
    RequestMailChange,
    WaitingMailChange,
)
from identity.mail_address.service import (
    cancel_change,
    confirm_change,
    request_change,
    waiting_change,
)
from identity.settings import RequestSettings

router = APIRouter(prefix="/api", tags=["identity"], route_class=Route)

BOTH: str = "Your mail address is changed."
ONE: str = "Thank you. The other address has to confirm too."


@router.get("/get_mail_change")
async def get_mail_change(caller: ActiveLogin, tx: Reading, clock: Clock) -> Answer[WaitingMailChange]:
    """The change of the mail address that waits for a side."""
    return done(await waiting_change(tx, caller.account_id, now=clock()))


@router.post("/request_mail_change")
async def request_mail_change(
    caller: SteppedUpLogin, request: RequestMailChange, settings: RequestSettings, tx: Writing, clock: Clock
) -> Answer[None]:
    """Mail a link to both addresses; the address changes when both have confirmed."""
    await request_change(tx, caller.account_id, request.iv_email, settings.public_url, now=clock())
    return done(None, "A link is on its way to both addresses.")


@router.post("/confirm_mail_change")
async def confirm_mail_change(
    request: ConfirmMailChange, tx: Writing, clock: Clock
) -> Answer[MailChangeConfirmed]:
    """Confirm one side of the change, for whoever opens the link."""
    changed = await confirm_change(tx, request.iv_token, now=clock())
    return done(MailChangeConfirmed(changed=changed), BOTH if changed else ONE)


@router.post("/cancel_mail_change")
async def cancel_mail_change(caller: ActiveLogin, tx: Writing) -> Answer[None]:
    """Forget the change; 404 without one."""
    await cancel_change(tx, caller.account_id)
    return done(None, "Your mail address stays as it is.")
