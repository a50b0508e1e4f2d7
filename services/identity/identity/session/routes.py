"""The session for the gateway's composed answers; never routed to the outside."""

from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, done
from fastapi import APIRouter

from identity.logins.caller import LiveCaller
from identity.session.schemas import SessionAnswer
from identity.session.store import session_of

router = APIRouter(prefix="/internal", tags=["internal"])


@router.get("/session_data")
async def session_data(caller: LiveCaller, tx: Reading) -> Answer[SessionAnswer]:
    """The bearer's session data, with the token that was sent (api.md section 2)."""
    return done(SessionAnswer(session_data=await session_of(tx, caller.account_id, caller.login)))
