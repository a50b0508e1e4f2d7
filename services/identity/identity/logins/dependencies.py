"""Dependencies for calls that need a login which is active right now.

Other services are notified of an ended login within a second; identity reads its own table.
"""

from dataclasses import dataclass
from typing import Annotated

from chassis.errors import LoginOver
from chassis.http.callers import Principal, account_caller, bearer_of, caller_of
from chassis.http.dependencies import database_of
from fastapi import Depends, Request

from identity.logins.store import login_holds
from identity.session_data.rules import LoginFacts


@dataclass(frozen=True, slots=True)
class LoginCaller:
    """An account, and the login it calls with."""

    account_id: str
    login: LoginFacts
    staff: bool = False


async def _active(request: Request) -> LoginCaller:
    return await _with_active_login(await account_caller(request), request)


async def _with_active_login(caller: Principal, request: Request) -> LoginCaller:
    async with database_of(request).reading() as tx:
        if not await login_holds(tx, caller.login_id, caller.id):
            raise LoginOver
    return _login_caller(caller, request)


async def _active_or_none(request: Request) -> LoginCaller | None:
    caller = await caller_of(request)
    if caller is None or caller.kind != "account":
        return None
    return await _with_active_login(caller, request)


def _login_caller(caller: Principal, request: Request) -> LoginCaller:
    login = LoginFacts(caller.login_id, bearer_of(request) or "", caller.expires_at)
    return LoginCaller(caller.id, login, caller.staff)


ActiveLogin = Annotated[LoginCaller, Depends(_active)]
"""The holder of an account with an active login: 401 without a valid token, 422 when the login has ended."""
OptionalActiveLogin = Annotated[LoginCaller | None, Depends(_active_or_none)]
"""The same for calls where a login is optional: None without a token, or with a guest's."""
