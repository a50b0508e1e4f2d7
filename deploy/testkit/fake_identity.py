"""A fake of the identity service: signs tokens, valid or not, and serves the keys to verify them."""

import secrets
import time
from collections.abc import Mapping
from typing import cast

import httpx
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from jose import jwk, jwt

ALGORITHM = "ES256"
ISSUER = "openhours"
AUDIENCE = "openhours-calls"
ACCOUNT_LIFE = 48 * 3600
GUEST_LIFE = 2 * 3600
STAFF_LIFE = 30 * 60
Claim = str | int | bool | list[str] | dict[str, str]


class Tokens:
    """Signs access tokens with its own key. `transport` answers as identity does."""

    def __init__(self) -> None:
        private = ec.generate_private_key(ec.SECP256R1())
        self.private_pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
        self.kid = secrets.token_hex(8)
        self.ended: dict[str, int] = {}
        """Ended logins: their ids and the Unix times at which their tokens expire. Tests add to it."""
        self.transport = httpx.MockTransport(self._answer)

    def account(self, account_id: str, *, login_id: str | None = None, lives: int = ACCOUNT_LIFE) -> str:
        """An account's access token, valid for `lives` seconds (negative: expired)."""
        return self.signed(
            {
                "sub": account_id,
                "typ": "account",
                "lid": login_id or f"login-{account_id}",
                "auth_time": int(time.time()),
            },
            lives,
        )

    def staff(self, account_id: str, *, second_factor: bool = True, seconds_ago: int = 0) -> str:
        """The access token of a staff account that showed `seconds_ago` who it is."""
        claims: dict[str, Claim] = {"sub": account_id, "typ": "account", "lid": f"login-{account_id}"}
        claims |= {"staff": True, "auth_time": int(time.time()) - seconds_ago}
        return self.signed({**claims, "amr": ["mfa"]} if second_factor else claims, STAFF_LIFE)

    def guest(self, guest_id: str, name: str, email: str, *, lives: int = GUEST_LIFE) -> str:
        """A guest's token, valid for `lives` seconds."""
        claims: dict[str, Claim] = {
            "sub": guest_id,
            "typ": "guest",
            "lid": f"guest-{guest_id}",
            "name": name,
            "email": email,
        }
        return self.signed(claims, lives)

    def signed(self, claims: Mapping[str, Claim], lives: int = ACCOUNT_LIFE) -> str:
        """A token with these claims, issuer and times, signed with the key."""
        now = int(time.time())
        full: dict[str, object] = {"iss": ISSUER, "aud": AUDIENCE, "iat": now, "exp": now + lives, **claims}
        return jwt.encode(full, self.private_pem, algorithm=ALGORITHM, headers={"kid": self.kid})

    @staticmethod
    def bearer(token: str) -> dict[str, str]:
        """The header that carries a token."""
        return {"Authorization": f"Bearer {token}"}

    @property
    def key_set(self) -> dict[str, object]:
        """The public key as a JSON Web Key Set (RFC 7517)."""
        public = cast(dict[str, object], jwk.construct(self.private_pem, ALGORITHM).public_key().to_dict())
        text = {name: value.decode() if isinstance(value, bytes) else value for name, value in public.items()}
        return {"keys": [{**text, "kid": self.kid, "use": "sig", "alg": ALGORITHM}]}

    def _answer(self, request: httpx.Request) -> httpx.Response:
        match request.url.path:
            case "/.well-known/jwks.json":
                return httpx.Response(200, json=self.key_set)
            case "/internal/ended_logins":
                logins = [{"login_id": login, "expires_at": when} for login, when in self.ended.items()]
                answer = {
                    "status": True,
                    "message": {"main_msg": "", "iv_msg": {}},
                    "data": {"ended_logins": logins},
                }
                return httpx.Response(200, json=answer)
            case _:
                return httpx.Response(
                    404, json={"status": False, "message": {"main_msg": "", "iv_msg": {}}, "data": None}
                )
