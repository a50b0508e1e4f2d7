"""check_active_login, sign_out (api.md 2)."""

from chassis.clock import Clock
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from identity.logins.dependencies import ActiveLogin
from identity.logins.schemas import LoginChecked
from identity.logins.service import prolong_login, sign_out_of
from identity.tokens.signing import Signer

router = APIRouter(prefix="/api", tags=["identity"], route_class=Route)


@router.get("/check_active_login")
async def check_active_login(
    caller: ActiveLogin, tx: Writing, signer: Signer, clock: Clock, timezone: str = "", hour_cycle: str = ""
) -> Answer[LoginChecked]:
    """Prolong the login with a new token; 422 when it has ended.

    The device's zone and hour cycle (h12 or h23) say how alerts and mails write times from now on.
    """
    device = {"timezone": timezone, "hour_cycle": hour_cycle}
    return done(await prolong_login(tx, caller, signer, device, now=clock()))


@router.get("/sign_out")
async def sign_out(caller: ActiveLogin, tx: Writing) -> Answer[None]:
    """End this login in every service."""
    await sign_out_of(tx, caller)
    return done(None, "You are signed out.")
