"""Prolongs and ends the caller's login (product.md 1.3 and 1.4)."""

from collections.abc import Mapping
from datetime import datetime

from chassis.db import Transaction
from chassis.errors import LoginOver

from identity.accounts.reading import follow_device
from identity.logins.dependencies import LoginCaller
from identity.logins.schemas import LoginChecked, RefreshedToken
from identity.logins.store import end_login, prolong
from identity.session_data.rules import LoginFacts, instant_text
from identity.session_data.store import session_data_of
from identity.tokens.signing import TokenSigner


async def prolong_login(
    tx: Transaction, caller: LoginCaller, signer: TokenSigner, device: Mapping[str, object], *, now: datetime
) -> LoginChecked:
    """Return a new token of the login, valid for 48 hours (product.md 1.3); times are read as on the device.

    Raises `LoginOver` when the login has ended.
    """
    # Locks the account before its login, as deleting the account does.
    await follow_device(tx, caller.account_id, device)
    access = signer.for_account(caller.account_id, caller.login.login_id, staff=caller.staff, now=now)
    login = LoginFacts(caller.login.login_id, access.token, access.expires_at)
    if not await prolong(tx, login.login_id, caller.account_id, until=access.expires_at):
        raise LoginOver
    return LoginChecked(
        refreshed_access_token=RefreshedToken(
            access_token=access.token, access_token_expiry=instant_text(access.expires_at)
        ),
        session_data=await session_data_of(tx, caller.account_id, login),
    )


async def sign_out_of(tx: Transaction, caller: LoginCaller) -> None:
    """End this login, and no other (product.md 1.4). Raises `LoginOver` when it had ended already."""
    if not await end_login(tx, caller.login.login_id):
        raise LoginOver
