"""Creates a login, for sign_up and sign_in."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from chassis.db import Transaction
from chassis.http import login_cookie
from chassis.ids import new_id
from fastapi import Response
from pydantic import JsonValue

from identity.accounts.reading import reading_on
from identity.accounts.store import Account
from identity.logins.devices import asks_for_cookie, user_agent_of
from identity.logins.known_devices import meet_device
from identity.logins.rules import expiry_of, last_instant
from identity.logins.schemas import SignedIn
from identity.logins.store import add_login
from identity.session_data.rules import LoginFacts, instant_text
from identity.session_data.store import session_data_of
from identity.tokens.signing import LoginClaims, TokenSigner

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class NewLogin:
    """A login that has just begun, and the value of its cookie; '' for a client that keeps no cookies."""

    signed_in: SignedIn
    cookie: str
    lasts: timedelta

    def set_cookie(self, response: Response, public_url: str) -> None:
        """Give the browser the cookie that the login's tokens are bound to, if they are bound to one."""
        if self.cookie:
            https = public_url.startswith("https://")
            for header in login_cookie.set_cookie_headers(self.cookie, self.lasts, https=https):
                response.headers.append("set-cookie", header)


async def create_login(
    tx: Transaction,
    signer: TokenSigner,
    account: Account,
    device: dict[str, JsonValue],
    *,
    user_agent: str,
    now: datetime,
    second_factor: bool = False,
) -> NewLogin:
    """Begin a login of `account` and return its first token (product.md 1.3).

    `user_agent` is what the request says of the device, for clients whose device data says nothing;
    `second_factor` says whether two factors have shown who signs in. The owner is told of a new device.
    """
    login_id = new_id()
    cookie = login_cookie.new_value() if asks_for_cookie(device) else ""
    claims = LoginClaims(
        login_id,
        cookie_digest=login_cookie.digest_of(cookie) if cookie else "",
        staff=account.staff,
        second_factor=second_factor,
        authenticated_at=now,
    )
    expires_at = expiry_of(now, staff=account.staff, now=now)
    access = signer.for_account(account.id, claims, expires_at=expires_at, now=now)
    named = _named(device, user_agent)
    begun = {
        "id": login_id,
        "account_id": account.id,
        "device": named,
        "created_at": now,
        "expires_at": access.expires_at,
        "cookie_digest": claims.cookie_digest,
        "timezone": reading_on(device).timezone,
        "second_factor": second_factor,
    }
    await add_login(tx, begun)
    await meet_device(tx, account.id, named, reading_on(device).timezone)
    login = LoginFacts(login_id, access.token, access.expires_at)
    signed_in = SignedIn(
        session_data=await session_data_of(tx, account.id, login),
        access_token=access.token,
        access_token_expiry=instant_text(access.expires_at),
    )
    log.info("login begun", account_id=account.id, login_id=login_id, second_factor=second_factor)
    return NewLogin(signed_in, cookie, last_instant(now, staff=account.staff) - now)


def _named(device: dict[str, JsonValue], user_agent: str) -> dict[str, JsonValue]:
    """The device data, with the request's user agent if it has none of its own."""
    return device if user_agent_of(device) else {**device, "platform": {"userAgent": user_agent}}
