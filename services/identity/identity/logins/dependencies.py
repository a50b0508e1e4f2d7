"""Dependencies for calls that need a login which is active right now.

Other services are notified of an ended login within a second; identity reads its own table.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from chassis.errors import LoginOver, StepUpDue
from chassis.http.callers import Principal, account_caller, bearer_of, caller_of
from chassis.http.dependencies import database_of
from fastapi import Depends, Request

from identity.logins.reused_tokens import end_reused_login, standing_in
from identity.logins.rules import Standing
from identity.logins.store import LoginState, ReadLogin, login_state, read_login
from identity.session_data.rules import LoginFacts

LONGEST_USER_AGENT = 400


@dataclass(frozen=True, slots=True)
class LoginCaller:
    """An account, and the login it calls with."""

    account_id: str
    login: LoginFacts
    staff: bool = False
    generation: int = 0
    """Of the token that it called with."""
    authenticated_at: datetime | None = None
    """When its owner last showed who they are, by that token."""


async def _active(request: Request) -> LoginCaller:
    return await _with_active_login(await account_caller(request), request)


async def _with_active_login(caller: Principal, request: Request) -> LoginCaller:
    async with database_of(request).reading() as connection:
        held = await login_state(connection, caller.login_id, caller.id)
    await _require_standing(caller, held, request)
    return _login_caller(caller, request)


async def _read(request: Request) -> tuple[LoginCaller, ReadLogin]:
    caller = await account_caller(request)
    async with database_of(request).reading() as connection:
        found = await read_login(connection, caller.login_id, caller.id)
    await _require_standing(caller, found and found.state, request)
    if found is None:
        raise LoginOver
    return _login_caller(caller, request), found


async def _require_standing(caller: Principal, held: LoginState | None, request: Request) -> None:
    database, now = database_of(request), request.app.state.clock()
    if held is None or held.expires_at <= now:
        raise LoginOver
    standing = standing_in(held, caller.generation, now=now)
    if standing is Standing.REPLACED:
        async with database.writing() as tx:
            await end_reused_login(tx, caller.login_id, caller.generation, now=now)
    if standing in {Standing.REPLACED, Standing.UNKNOWN}:
        raise LoginOver


async def _active_or_none(request: Request) -> LoginCaller | None:
    caller = await caller_of(request)
    if caller is None or caller.kind != "account":
        return None
    return await _with_active_login(caller, request)


def _login_caller(caller: Principal, request: Request) -> LoginCaller:
    login = LoginFacts(caller.login_id, bearer_of(request) or "", caller.expires_at)
    return LoginCaller(caller.id, login, caller.staff, caller.generation, caller.authenticated_at)


async def _stepped_up(request: Request) -> LoginCaller:
    caller = await account_caller(request)
    active = await _with_active_login(caller, request)
    if not caller.stepped_up(request.app.state.clock()):
        raise StepUpDue
    return active


async def _user_agent(request: Request) -> str:
    return request.headers.get("user-agent", "")[:LONGEST_USER_AGENT]


ActiveLogin = Annotated[LoginCaller, Depends(_active)]
"""The holder of an account with an active login: 401 without a valid token, 422 when the login has ended."""
ReadActiveLogin = Annotated[tuple[LoginCaller, ReadLogin], Depends(_read)]
"""The same, with all that a check of the login shows."""
SteppedUpLogin = Annotated[LoginCaller, Depends(_stepped_up)]
"""The same, and its owner has shown lately who they are: else `StepUpDue` (product.md 1.13)."""
OptionalActiveLogin = Annotated[LoginCaller | None, Depends(_active_or_none)]
"""The same for calls where a login is optional: None without a token, or with a guest's."""
UserAgent = Annotated[str, Depends(_user_agent)]
"""The request's User-Agent header; '' without one."""
