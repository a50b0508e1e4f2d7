"""Creates tokens: ES256 JSON Web Tokens with the claims of api.md 2."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Final

from fastapi import Depends, Request
from jose import jwt

from identity.tokens.keys import KeyRing

ISSUER: Final = "openhours"
ALGORITHM: Final = "ES256"
ACCOUNT_LIFE: Final = timedelta(hours=48)
GUEST_LIFE: Final = timedelta(hours=2)


@dataclass(frozen=True, slots=True)
class AccessToken:
    """A signed token and the instant after which it is refused (whole seconds)."""

    token: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class TokenSigner:
    """Signs tokens with the current key of the ring."""

    ring: KeyRing

    def for_account(
        self, account_id: str, login_id: str, *, staff: bool = False, now: datetime
    ) -> AccessToken:
        """The token of one login of an account, valid for 48 hours; with the claim `staff` for the staff."""
        claims: dict[str, str | bool] = {"sub": account_id, "typ": "account", "lid": login_id}
        return self._sign(claims | {"staff": True} if staff else claims, now, ACCOUNT_LIFE)

    def for_guest(self, guest_id: str, name: str, email: str, *, now: datetime) -> AccessToken:
        """The token of a guest who has given a name and a mail address, valid for 2 hours."""
        claims: dict[str, str | bool] = {
            "sub": guest_id,
            "typ": "guest",
            "lid": guest_id,
            "name": name,
            "email": email,
        }
        return self._sign(claims, now, GUEST_LIFE)

    def _sign(self, claims: dict[str, str | bool], now: datetime, life: timedelta) -> AccessToken:
        issued_at = now.replace(microsecond=0)
        expires_at = issued_at + life
        token = jwt.encode(
            {
                **claims,
                "iss": ISSUER,
                "iat": int(issued_at.timestamp()),
                "exp": int(expires_at.timestamp()),
            },
            self.ring.private_pem,
            algorithm=ALGORITHM,
            headers={"kid": self.ring.kid},
        )
        return AccessToken(token, expires_at)


async def _signer(request: Request) -> TokenSigner:
    return request.app.state.token_signer


Signer = Annotated[TokenSigner, Depends(_signer)]
"""A route's signer, made once when the service starts."""
