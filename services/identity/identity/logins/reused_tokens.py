"""Ends a login whose replaced token was used: its owner or a thief holds a copy (product.md 1.3)."""

from datetime import datetime

from chassis.db import Transaction
from chassis.outbox import emit
from contracts.events.identity import LoginReused

from identity.logins.devices import device_name
from identity.logins.rules import Standing, standing_of
from identity.logins.store import LoginState, end_login, lock_login


def standing_in(held: LoginState, generation: int, *, now: datetime) -> Standing:
    """What a token of `generation` is worth in this login."""
    return standing_of(generation, held.generation, held.rotations, now=now)


async def end_reused_login(tx: Transaction, login_id: str, generation: int, *, now: datetime) -> None:
    """End the login and have its owner told, if a token of `generation` is really refused by now.

    Services report by their own clocks and lists; identity decides by its own.
    """
    held = await lock_login(tx, login_id)
    if held is None or standing_in(held, generation, now=now) is not Standing.REPLACED:
        return
    await end_login(tx, login_id)
    await emit(
        tx, LoginReused(account_id=held.account_id, login_id=login_id, device=device_name(held.device))
    )
