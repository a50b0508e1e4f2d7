"""The caller of a call that needs a login which holds at this very moment.

Other services learn of an ended login within a second; identity looks at its own table.
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
"""The holder of an account whose login holds: 401 without a good token, 422 when the login is over."""
OptionalActiveLogin = Annotated[LoginCaller | None, Depends(_active_or_none)]
"""The same where a login only adds to the answer: None without a token, or with a guest's."""
