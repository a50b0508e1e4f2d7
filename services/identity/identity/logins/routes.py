"""check_active_login, sign_out, and the list of devices and logins (api.md 2)."""

from chassis.clock import Clock
from chassis.http.dependencies import Reading, Writing, database_of
from chassis.http.envelope import Answer, done, rendered
from chassis.http.route import Route
from fastapi import APIRouter, Request, Response

from identity.logins.dependencies import ActiveLogin, ReadActiveLogin
from identity.logins.schemas import ActiveLogins, EndLoginRequest, LoginChecked, OtherLoginsEnded
from identity.logins.service import active_logins, check_login, end_own_login, sign_out_of
from identity.logins.store import end_logins_of
from identity.tokens.signing import Signer

router = APIRouter(prefix="/api", tags=["identity"], route_class=Route)


@router.get("/check_active_login", response_model=Answer[LoginChecked])
async def check_active_login(
    request: Request,
    read: ReadActiveLogin,
    signer: Signer,
    clock: Clock,
    timezone: str = "",
    hour_cycle: str = "",
) -> Response:
    """Prolong the login with a new token; 422 when it has ended.

    The device's zone and hour cycle (h12 or h23) say how alerts and mails write times from now on.
    """
    device = {"timezone": timezone, "hour_cycle": hour_cycle}
    renewed = await check_login(database_of(request), *read, signer, device, now=clock())
    return rendered(renewed.values())


@router.get("/sign_out")
async def sign_out(caller: ActiveLogin, tx: Writing) -> Answer[None]:
    """End this login in every service."""
    await sign_out_of(tx, caller)
    return done(None, "You are signed out.")


@router.get("/get_active_logins")
async def get_active_logins(caller: ActiveLogin, tx: Reading) -> Answer[ActiveLogins]:
    """List the account's logins: device, zone, last use; the caller's own is marked."""
    return done(await active_logins(tx, caller))


@router.post("/end_login")
async def end_login(caller: ActiveLogin, request: EndLoginRequest, tx: Writing) -> Answer[None]:
    """End one login of the account in every service; 404 for any other id."""
    await end_own_login(tx, caller, request.iv_login_id)
    return done(None, "That device is signed out.")


@router.post("/end_other_logins")
async def end_other_logins(caller: ActiveLogin, tx: Writing) -> Answer[OtherLoginsEnded]:
    """End every login of the account but the caller's."""
    ended = await end_logins_of(tx, caller.account_id, but=caller.login.login_id)
    return done(OtherLoginsEnded(ended=ended), "You are signed out on every other device.")
