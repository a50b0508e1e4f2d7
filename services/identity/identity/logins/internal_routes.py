"""Calls from other services: the list of ended logins, and the session data of a login."""

from chassis.clock import Clock
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from chassis.projections import wait_for_projection
from fastapi import APIRouter

from identity.logins import store
from identity.logins.dependencies import ActiveLogin
from identity.logins.schemas import EndedLogin, EndedLogins, SessionAnswer
from identity.session_data.store import known_account, session_data_of

router = APIRouter(prefix="/internal", tags=["internal"], route_class=Route)


@router.get("/ended_logins")
async def ended_logins(tx: Reading, clock: Clock) -> Answer[EndedLogins]:
    """The list that a process fetches when it connects to the bus; later ended logins are events."""
    rows = await store.ended_logins(tx, now=clock())
    ended = [EndedLogin(login_id=row.login_id, expires_at=row.expires_at) for row in rows]
    return done(EndedLogins(ended_logins=ended))


@router.get("/session_data")
async def session_data(
    caller: ActiveLogin, tx: Reading, became_provider: bool = False
) -> Answer[SessionAnswer]:
    """The bearer's session data, with the token that was sent (api.md 2); for the gateway's answers.

    Of somebody who became a provider an instant ago, the username is waited for.
    """
    if became_provider:

        async def username() -> str | None:
            known = await known_account(tx, caller.account_id)
            return known.username if known else ""

        await wait_for_projection(username)
    return done(SessionAnswer(session_data=await session_data_of(tx, caller.account_id, caller.login)))
