"""Creates tokens: ES256 JSON Web Tokens with the claims of api.md 2."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Annotated, Final

import orjson
from chassis.http.callers import ALGORITHM, AUDIENCE, ISSUER, SECOND_FACTOR
from chassis.http.login_cookie import CLAIM
from fastapi import Depends, Request
from jose import jwk
from jose.backends.base import Key
from jose.utils import base64url_encode

from identity.tokens.keys import KeyRing

GUEST_LIFE: Final = timedelta(hours=2)
Claim = str | int | bool | dict[str, str] | list[str]


@dataclass(frozen=True, slots=True)
class AccessToken:
    """A signed token and the instant after which it is refused (whole seconds)."""

    token: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class LoginClaims:
    """What a token says of its login."""

    login_id: str
    generation: int = 0
    cookie_digest: str = ""
    """The digest of the cookie that the token is bound to; '' for none."""
    staff: bool = False
    second_factor: bool = False
    """Whether two factors have shown whose login it is."""
    authenticated_at: datetime | None = None
    """When its owner last showed who they are."""


@dataclass(frozen=True)
class TokenSigner:
    """Signs tokens with the current key of the ring."""

    ring: KeyRing

    @cached_property
    def _key(self) -> Key:
        """The key as jose takes it, which would else read it from its text for each token."""
        return jwk.construct(self.ring.private_pem, ALGORITHM)

    @cached_property
    def _header(self) -> bytes:
        """The first part of every token. `jwt.encode` would make it again for each."""
        header = {"alg": ALGORITHM, "kid": self.ring.kid, "typ": "JWT"}
        return base64url_encode(orjson.dumps(header))

    def for_account(
        self, account_id: str, login: LoginClaims, *, expires_at: datetime, now: datetime
    ) -> AccessToken:
        """The token of one login of an account (api.md 2)."""
        claims: dict[str, Claim] = {"sub": account_id, "typ": "account", "lid": login.login_id}
        claims["gen"] = login.generation
        if login.cookie_digest:
            claims["cnf"] = {CLAIM: login.cookie_digest}
        if login.staff:
            claims["staff"] = True
        if login.second_factor:
            claims["amr"] = [SECOND_FACTOR]
        if login.authenticated_at:
            claims["auth_time"] = int(login.authenticated_at.timestamp())
        return self._sign(claims, now, expires_at)

    def for_guest(self, guest_id: str, name: str, email: str, *, now: datetime) -> AccessToken:
        """The token of a guest who has given a name and a mail address, valid for 2 hours."""
        claims: dict[str, Claim] = {
            "sub": guest_id,
            "typ": "guest",
            "lid": guest_id,
            "name": name,
            "email": email,
        }
        return self._sign(claims, now, now.replace(microsecond=0) + GUEST_LIFE)

    def _sign(self, claims: dict[str, Claim], now: datetime, expires_at: datetime) -> AccessToken:
        """The compact form of a signed token (RFC 7515, section 3.1)."""
        claims |= {"iss": ISSUER, "aud": AUDIENCE}
        claims |= {"iat": int(now.timestamp()), "exp": int(expires_at.timestamp())}
        signed = b"%b.%b" % (self._header, base64url_encode(orjson.dumps(claims)))
        token = b"%b.%b" % (signed, base64url_encode(self._key.sign(signed)))
        return AccessToken(token.decode(), expires_at)


async def _signer(request: Request) -> TokenSigner:
    return request.app.state.token_signer


Signer = Annotated[TokenSigner, Depends(_signer)]
"""A route's signer, made once when the service starts."""
