"""forgot_password, reset_password, change_password (api.md 2)."""

from chassis.clock import Clock
from chassis.http.dependencies import SecondDatabase, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter, Response

from identity.guessing.source import RequestSource
from identity.logins.dependencies import ActiveLogin
from identity.mail_tokens.store import add_reset_request
from identity.passwords.hashing import RequestPasswords
from identity.passwords.schemas import ChangePasswordRequest, ForgotPasswordRequest, ResetPasswordRequest
from identity.passwords.service import change_own_password, set_by_link
from identity.settings import RequestSettings

router = APIRouter(prefix="/api", tags=["identity"], route_class=Route)

MAIL_COMES = "If an account is on this email, a mail with a link is on its way."


@router.post("/forgot_password")
async def forgot_password(request: ForgotPasswordRequest, tx: Writing, clock: Clock) -> Answer[None]:
    """Record the request; a job sends the mail later.

    Known and unknown addresses are handled in the same way, so neither the response nor its time reveals
    whether an account exists.
    """
    await add_reset_request(tx, request.iv_email, now=clock())
    return done(None, MAIL_COMES)


@router.post("/reset_password")
async def reset_password(
    request: ResetPasswordRequest,
    database: SecondDatabase,
    tx: Writing,
    passwords: RequestPasswords,
    clock: Clock,
    source: RequestSource,
    settings: RequestSettings,
    response: Response,
) -> Answer[None]:
    """Set a new password by a mailed link, once; every login of the account ends."""
    await set_by_link(database, tx, passwords, request, source, now=clock())
    source.set_cookie(response, settings.public_url)
    return done(None, "Your password is set. You can sign in with it now.")


@router.post("/change_password")
async def change_password(
    caller: ActiveLogin,
    request: ChangePasswordRequest,
    database: SecondDatabase,
    tx: Writing,
    passwords: RequestPasswords,
    clock: Clock,
    source: RequestSource,
) -> Answer[None]:
    """Change the password; every other login of the account ends."""
    await change_own_password(database, tx, passwords, caller, request, source, now=clock())
    return done(None, "Your password is changed. You are signed out on every other device.")
