"""The caller of a call that needs a login which holds at this very moment.

Other services learn of an ended login within a second; identity looks at its own table.
"""

from dataclasses import dataclass
from typing import Annotated

from chassis.db import Database
from chassis.errors import LoginOver
from chassis.http.callers import Account, Anyone, Principal, bearer_of
from chassis.http.dependencies import RequestDatabase
from fastapi import Depends, Request
from sqlalchemy import exists, select

from identity.logins.models import LoginRow
from identity.session.rules import LoginFacts


@dataclass(frozen=True, slots=True)
class Caller:
    """An account, and the login it calls with."""

    account_id: str
    login: LoginFacts
    staff: bool = False


async def _live(caller: Account, request: Request, database: RequestDatabase) -> Caller:
    if not await _holds(database, caller):
        raise LoginOver
    return _caller(caller, request)


async def _live_or_nobody(caller: Anyone, request: Request, database: RequestDatabase) -> Caller | None:
    if caller is None or caller.kind != "account":
        return None
    return await _live(caller, request, database)


async def _holds(database: Database, caller: Principal) -> bool:
    held = exists().where(LoginRow.id == caller.login_id, LoginRow.account_id == caller.id)
    async with database.reading() as tx:
        return bool(await tx.session.scalar(select(held)))


def _caller(caller: Principal, request: Request) -> Caller:
    login = LoginFacts(caller.login_id, bearer_of(request) or "", caller.expires_at)
    return Caller(caller.id, login, caller.staff)


LiveCaller = Annotated[Caller, Depends(_live)]
"""The holder of an account whose login holds: 401 without a good token, 422 when the login is over."""
MaybeCaller = Annotated[Caller | None, Depends(_live_or_nobody)]
"""The same where a login only adds to the answer: None without a token, or with a guest's."""
