"""Calls from other services: ended logins and replaced tokens, and the session data of a login."""

from chassis.clock import Clock
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from chassis.projections import wait_for_projection
from fastapi import APIRouter

from identity.logins import store
from identity.logins.dependencies import ActiveLogin
from identity.logins.reused_tokens import end_reused_login
from identity.logins.rules import refused_from
from identity.logins.schemas import EndedLogin, EndedLogins, ReusedToken, RotatedLogin, SessionAnswer
from identity.session_data.store import known_account, session_data_of

router = APIRouter(prefix="/internal", tags=["internal"], route_class=Route)


@router.get("/ended_logins")
async def ended_logins(tx: Reading, clock: Clock) -> Answer[EndedLogins]:
    """The list that a process fetches when it connects to the bus; later ended logins are events."""
    rows = await store.ended_logins(tx, now=clock())
    ended = [EndedLogin(login_id=row.login_id, expires_at=row.expires_at) for row in rows]
    rotated = [
        RotatedLogin(
            login_id=row.login_id,
            generation=int(rotation[0]),
            refused_from=refused_from(rotation),
            expires_at=row.replaced_expires_at,
        )
        for row in await store.rotated_logins(tx, now=clock())
        for rotation in row.rotations
    ]
    return done(EndedLogins(ended_logins=ended, rotated_logins=rotated))


@router.post("/reused_tokens")
async def reused_tokens(report: ReusedToken, tx: Writing, clock: Clock) -> Answer[None]:
    """End the login of a replaced token that was used in another service (product.md 1.3)."""
    await end_reused_login(tx, report.login_id, report.generation, now=clock())
    return done(None)


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
