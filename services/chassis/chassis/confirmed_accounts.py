"""Refuses accounts whose mail address is not confirmed: they browse, and for the rest the code comes first
(product.md 1.5).

A service knows from identity's events which addresses are confirmed, and answers from its own table.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from fastapi import Request

from chassis.db import Connection, Database
from chassis.errors import RuleViolation
from chassis.http.callers import CallerOf, Principal, account_caller, caller_of, signed_in_caller
from chassis.projections import wait_for_projection

CONFIRM_FIRST: Final = "Please confirm your email address first, with the code that we mailed you."

IsConfirmed = Callable[[Connection, str], Awaitable[bool]]
"""Whether a service knows the address of this account as confirmed."""


def confirm_first() -> RuleViolation:
    """The refusal of an account whose address is not confirmed. Its field is that of the code, which a screen
    can ask for at once (api.md 1).
    """
    violation = RuleViolation(CONFIRM_FIRST, iv_confirmation_code=CONFIRM_FIRST)
    violation.refusal = "unconfirmed"
    return violation


async def check_confirmed(database: Database, account_id: str, is_confirmed: IsConfirmed) -> None:
    """Raise RuleViolation unless the account's address is confirmed.

    It waits a moment for a confirmation that was announced just now, without holding a connection meanwhile.
    """

    async def confirmed() -> bool | None:
        async with database.reading() as connection:
            return await is_confirmed(connection, account_id) or None

    if await wait_for_projection(confirmed) is None:
        raise confirm_first()


def confirmed_caller(is_confirmed: IsConfirmed) -> CallerOf:
    """A dependency: the holder of an account with a confirmed address. Guests get 401.

    It comes before `Writing` among the parameters of a route: a transaction that has claimed an
    Idempotency-Key would hold its connection while this waits.
    """

    async def caller(request: Request) -> Principal:
        account = await account_caller(request)
        await check_confirmed(request.app.state.second_database, account.id, is_confirmed)
        return account

    return caller


def confirmed_or_no_account(is_confirmed: IsConfirmed) -> Callable[[Request], Awaitable[Principal | None]]:
    """A dependency: any caller, None without a token; refused for an account with an unconfirmed address."""

    async def caller(request: Request) -> Principal | None:
        anyone = await caller_of(request)
        if anyone and anyone.kind == "account":
            await check_confirmed(request.app.state.second_database, anyone.id, is_confirmed)
        return anyone

    return caller


def confirmed_or_guest(is_confirmed: IsConfirmed) -> CallerOf:
    """A dependency: the holder of a guest's token, or of an account with a confirmed address. Nobody else."""

    async def caller(request: Request) -> Principal:
        anyone = await signed_in_caller(request)
        if anyone.kind == "account":
            await check_confirmed(request.app.state.second_database, anyone.id, is_confirmed)
        return anyone

    return caller
