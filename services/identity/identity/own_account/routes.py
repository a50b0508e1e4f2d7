"""update_username, delete_account (api.md 2)."""

from datetime import timedelta

from chassis.clock import Clock
from chassis.http.dependencies import SecondDatabase, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from identity.logins.dependencies import ActiveLogin
from identity.own_account.schemas import DeleteAccountRequest, UpdateUsernameRequest, UsernameTaken
from identity.own_account.service import change_username, close_account
from identity.passwords.hashing import RequestPasswords
from identity.session_data.store import session_data_of
from identity.settings import RequestSettings

router = APIRouter(prefix="/api", tags=["identity"], route_class=Route)


@router.post("/update_username")
async def update_username(
    caller: ActiveLogin,
    request: UpdateUsernameRequest,
    tx: Writing,
    clock: Clock,
    settings: RequestSettings,
) -> Answer[UsernameTaken]:
    """Take a username: unique without regard to case, and none of the reserved words."""
    reserved = timedelta(days=settings.username_reserved_days)
    account = await change_username(
        tx, caller.account_id, request.iv_username, reserved=reserved, now=clock()
    )
    taken = UsernameTaken(sessionData=await session_data_of(tx, account.id, caller.login))
    return done(taken, "Your name is updated.")


@router.post("/delete_account")
async def delete_account(
    caller: ActiveLogin,
    request: DeleteAccountRequest,
    database: SecondDatabase,
    tx: Writing,
    passwords: RequestPasswords,
    clock: Clock,
    settings: RequestSettings,
) -> Answer[None]:
    """Erase the account here and, by its event, in every service; its address is free again."""
    await close_account(
        database,
        tx,
        passwords,
        caller,
        request.iv_password,
        reserved=timedelta(days=settings.username_reserved_days),
        now=clock(),
    )
    return done(None, "Your account is deleted.")
