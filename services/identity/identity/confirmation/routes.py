"""confirm_account, confirm_account_by_code and resend_confirm_account (api.md 2)."""

from chassis.clock import Clock
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, EnvelopeMessage, done
from chassis.http.route import Route
from fastapi import APIRouter

from identity.confirmation.schemas import ConfirmAccountRequest, ConfirmCodeRequest, Confirmed
from identity.confirmation.service import WrongCode, confirm_by_code, confirm_by_link, resend_confirmation
from identity.logins.dependencies import ActiveLogin, OptionalActiveLogin
from identity.session_data.store import session_data_of
from identity.settings import RequestSettings

router = APIRouter(prefix="/api", tags=["identity"], route_class=Route)
CONFIRMED = "Your email is confirmed."


@router.post("/confirm_account")
async def confirm_account(
    caller: OptionalActiveLogin, request: ConfirmAccountRequest, tx: Writing, clock: Clock
) -> Answer[Confirmed]:
    """Confirm the address a link was mailed to; a second click on the link finds it confirmed already."""
    account = await confirm_by_link(tx, request.iv_token, now=clock())
    own = caller is not None and caller.account_id == account.id
    session_data = await session_data_of(tx, account.id, caller.login) if caller and own else None
    return done(Confirmed(session_data=session_data), CONFIRMED)


@router.post("/confirm_account_by_code")
async def confirm_account_by_code(
    caller: ActiveLogin, request: ConfirmCodeRequest, tx: Writing, clock: Clock
) -> Answer[Confirmed]:
    """Confirm the caller's address with the code of the same mail: a day, five tries."""
    try:
        await confirm_by_code(tx, caller.account_id, request.iv_confirmation_code, now=clock())
    except WrongCode as wrong:  # answered, not raised: the counted try must be committed
        fields = {"iv_confirmation_code": str(wrong)}
        return Answer(status=False, message=EnvelopeMessage(main_msg=str(wrong), iv_msg=fields))
    return done(Confirmed(session_data=await session_data_of(tx, caller.account_id, caller.login)), CONFIRMED)


@router.post("/resend_confirm_account")
async def resend_confirm_account(
    caller: ActiveLogin, settings: RequestSettings, tx: Writing, clock: Clock
) -> Answer[None]:
    """Mail the confirmation once more, at most one a minute."""
    await resend_confirmation(tx, caller.account_id, settings.public_url, now=clock())
    return done(None, "The mail is on its way.")
