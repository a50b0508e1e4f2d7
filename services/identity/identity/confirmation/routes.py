"""confirm_account and resend_confirm_account (api.md section 2)."""

from chassis.clock import Clock
from chassis.errors import LoginOver, TooMany
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done, refuse
from chassis.outbox import emit
from contracts.events.identity import AccountConfirmed
from fastapi import APIRouter

from identity.accounts.events import facts_of
from identity.accounts.store import account_of, confirm
from identity.confirmation.mail import mail_confirmation
from identity.confirmation.schemas import ConfirmAccountRequest, Confirmed
from identity.links.rules import Purpose
from identity.links.store import account_behind
from identity.logins.caller import LiveCaller, MaybeCaller
from identity.session.rules import shared_session
from identity.session.store import facts_known_of, session_of
from identity.settings import RequestSettings

router = APIRouter(prefix="/api", tags=["identity"])

SENT_LATELY = "A mail was sent a moment ago. Please look for it, or try again later."
LINK_IS_OVER = "This link is too old or not complete. Sign in and ask for a new one."


@router.post("/confirm_account")
async def confirm_account(
    caller: MaybeCaller, request: ConfirmAccountRequest, tx: Writing, clock: Clock
) -> Answer[Confirmed]:
    """Confirm the address a link was mailed to; a second click on the link finds it confirmed already."""
    now = clock()
    account = await account_behind(tx, Purpose.CONFIRM, request.iv_token, now=now)
    if account is None:
        raise refuse(LINK_IS_OVER, iv_token=LINK_IS_OVER)
    confirmed = await confirm(tx, account.id, now=now)
    if confirmed:
        known = await facts_known_of(tx, account.id)
        shared = shared_session(known) if known else {}
        await emit(tx, AccountConfirmed(account=facts_of(confirmed), session_data=shared))
    own = caller is not None and caller.account_id == account.id
    session_data = await session_of(tx, account.id, caller.login) if caller and own else None
    return done(Confirmed(session_data=session_data), "Your email is confirmed.")


@router.post("/resend_confirm_account")
async def resend_confirm_account(
    caller: LiveCaller, settings: RequestSettings, tx: Writing, clock: Clock
) -> Answer[None]:
    """Mail the confirmation once more, at most one a minute."""
    account = await account_of(tx, caller.account_id)
    if account is None:
        raise LoginOver
    if account.verified_at:
        raise refuse("Your email is confirmed already.")
    wait = await mail_confirmation(tx, account, settings.public_url, now=clock())
    if wait:
        raise TooMany(SENT_LATELY, retry_after=wait)
    return done(None, "The mail is on its way.")
