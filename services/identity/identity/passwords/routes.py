"""forgot_password, reset_password, change_password (api.md section 2)."""

from chassis.clock import Clock
from chassis.http.dependencies import RequestDatabase, Writing
from chassis.http.envelope import Answer, done, refuse, refuse_fields
from fastapi import APIRouter

from identity.accounts.store import change_password_hash, lock_with_password
from identity.limits import store as limits
from identity.limits.rules import Kind
from identity.links import store as links
from identity.links.rules import Purpose
from identity.logins.caller import LiveCaller
from identity.logins.store import end_logins_of
from identity.passwords.hashing import RequestPasswords
from identity.passwords.proof import prove_again
from identity.passwords.rules import SAME, weakness
from identity.passwords.schemas import ChangePasswordRequest, ForgotPasswordRequest, ResetPasswordRequest

router = APIRouter(prefix="/api", tags=["identity"])

MAIL_COMES = "If an account is on this email, a mail with a link is on its way."
LINK_IS_OVER = "This link has been used or is too old. Please ask for a new one."
MEANWHILE = "Your password was changed meanwhile. Please sign in again."


@router.post("/forgot_password")
async def forgot_password(request: ForgotPasswordRequest, tx: Writing, clock: Clock) -> Answer[None]:
    """Note the wish; the mail is made later, out of the caller's sight.

    Known and unknown addresses take the same path here, so neither answer nor time tells them apart.
    """
    await links.wish_for_reset(tx, request.iv_email, now=clock())
    return done(None, MAIL_COMES)


@router.post("/reset_password")
async def reset_password(
    request: ResetPasswordRequest,
    database: RequestDatabase,
    tx: Writing,
    passwords: RequestPasswords,
    clock: Clock,
) -> Answer[None]:
    """Set a new password by a mailed link, once; every login of the account ends."""
    now = clock()
    async with database.reading() as reader:
        account = await links.account_behind(reader, Purpose.RESET, request.iv_token, now=now)
    if account is None:
        raise refuse(LINK_IS_OVER, iv_token=LINK_IS_OVER)
    weak = weakness(request.iv_password, about=(account.name, account.email))
    if weak:
        raise refuse_fields(iv_password=weak)
    fresh = await passwords.hash(request.iv_password)
    held = await lock_with_password(tx, account.id, account.password_hash)
    if held is None or not await links.use_up(tx, Purpose.RESET, request.iv_token, now=now):
        raise refuse(LINK_IS_OVER, iv_token=LINK_IS_OVER)
    await change_password_hash(tx, account.id, fresh)
    await links.drop_links(tx, Purpose.RESET, account.id)
    await end_logins_of(tx, account.id)
    await limits.forget(tx, Kind.WRONG_PASSWORD, account.email)
    return done(None, "Your password is set. You can sign in with it now.")


@router.post("/change_password")
async def change_password(
    caller: LiveCaller,
    request: ChangePasswordRequest,
    database: RequestDatabase,
    tx: Writing,
    passwords: RequestPasswords,
    clock: Clock,
) -> Answer[None]:
    """Change the password; every other login of the account ends."""
    account = await prove_again(
        database,
        passwords,
        caller.account_id,
        request.iv_current_password,
        field="iv_current_password",
        now=clock(),
    )
    if request.iv_new_password == request.iv_current_password:
        raise refuse_fields(iv_new_password=SAME)
    weak = weakness(request.iv_new_password, about=(account.name, account.email))
    if weak:
        raise refuse_fields(iv_new_password=weak)
    fresh = await passwords.hash(request.iv_new_password)
    if await lock_with_password(tx, account.id, account.password_hash) is None:
        raise refuse(MEANWHILE, iv_current_password=MEANWHILE)
    await change_password_hash(tx, account.id, fresh)
    await links.drop_links(tx, Purpose.RESET, account.id)
    await end_logins_of(tx, account.id, but=caller.login.login_id)
    return done(None, "Your password is changed. You are signed out on every other device.")
