"""Creates a login, for sign_up and sign_in."""

from datetime import datetime

from chassis.db import Transaction
from chassis.ids import new_id
from pydantic import JsonValue

from identity.accounts.store import Account
from identity.logins.schemas import SignedIn
from identity.logins.store import add_login
from identity.session_data.rules import LoginFacts, instant_text
from identity.session_data.store import session_data_of
from identity.tokens.signing import TokenSigner


async def create_login(
    tx: Transaction,
    signer: TokenSigner,
    account: Account,
    device: dict[str, JsonValue],
    *,
    now: datetime,
) -> SignedIn:
    """Begin a login of `account` and return its first token, valid for 48 hours."""
    login_id = new_id()
    access = signer.for_account(account.id, login_id, staff=account.staff, now=now)
    begun = {
        "id": login_id,
        "account_id": account.id,
        "device": device,
        "created_at": now,
        "expires_at": access.expires_at,
    }
    await add_login(tx, begun)
    login = LoginFacts(login_id, access.token, access.expires_at)
    return SignedIn(
        session_data=await session_data_of(tx, account.id, login),
        access_token=access.token,
        access_token_expiry=instant_text(access.expires_at),
    )
