"""sign_in, check_active_login, sign_out (api.md section 2), and the list of ended logins for the services."""

from chassis.clock import Clock
from chassis.errors import LoginOver
from chassis.http.dependencies import Reading, RequestDatabase, Writing
from chassis.http.envelope import Answer, done
from chassis.http.languages import AcceptLanguage, language_said
from fastapi import APIRouter

from identity.accounts.languages import say_language
from identity.logins import store
from identity.logins.caller import LiveCaller
from identity.logins.opening import open_login
from identity.logins.schemas import (
    EndedLogin,
    EndedLogins,
    LoginChecked,
    RefreshedToken,
    SignedIn,
    SignInRequest,
)
from identity.passwords.hashing import RequestPasswords
from identity.passwords.proof import locked_by, proven
from identity.session.rules import LoginFacts, instant_text
from identity.session.store import session_of
from identity.tokens.signing import Signer

router = APIRouter(prefix="/api", tags=["identity"])
internal = APIRouter(prefix="/internal", tags=["internal"])


@router.post("/sign_in")
async def sign_in(
    request: SignInRequest,
    database: RequestDatabase,
    passwords: RequestPasswords,
    signer: Signer,
    clock: Clock,
    accepted: AcceptLanguage,
) -> Answer[SignedIn]:
    """Begin a login. One message, and one length of time, for a wrong address and a wrong password.

    Its transaction is its own and begins after the password was proven: a repeated sign-in is another
    login, and no token of it is kept beside an Idempotency-Key. Of an account whose language nobody has
    said yet, this device says it.
    """
    now = clock()
    proof = await proven(database, passwords, request.iv_email, request.iv_password, now=now)
    async with database.writing() as tx:
        account = await locked_by(tx, proof)
        said = language_said(request.iv_device_data, accepted)
        if said and not account.language_said:
            await say_language(tx, account, said)
        signed_in = await open_login(tx, signer, account, request.iv_device_data, now=now)
    return done(signed_in)


@router.get("/check_active_login")
async def check_active_login(
    caller: LiveCaller, tx: Writing, signer: Signer, clock: Clock
) -> Answer[LoginChecked]:
    """Prolong the login by a fresh token (spec 1, section 7); 422 when it is over."""
    access = signer.for_account(caller.account_id, caller.login.login_id, staff=caller.staff, now=clock())
    login = LoginFacts(caller.login.login_id, access.token, access.expires_at)
    if not await store.prolong(tx, login.login_id, caller.account_id, until=access.expires_at):
        raise LoginOver
    answer = LoginChecked(
        refreshed_access_token=RefreshedToken(
            access_token=access.token, access_token_expiry=instant_text(access.expires_at)
        ),
        session_data=await session_of(tx, caller.account_id, login),
    )
    return done(answer)


@router.get("/sign_out")
async def sign_out(caller: LiveCaller, tx: Writing) -> Answer[None]:
    """End this login everywhere it is checked."""
    if not await store.end_login(tx, caller.login.login_id):
        raise LoginOver
    return done(None, "You are signed out.")


@internal.get("/ended_logins")
async def ended_logins(tx: Reading, clock: Clock) -> Answer[EndedLogins]:
    """What a service fetches when it starts, before it hears of further ends by event."""
    rows = await store.ended_logins(tx, now=clock())
    ended = [EndedLogin(login_id=row.login_id, expires_at=row.expires_at) for row in rows]
    return done(EndedLogins(ended_logins=ended))
