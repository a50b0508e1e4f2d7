"""Verifies callers: checks bearer tokens with identity's public keys, without a call for each request.

Tokens are ES256 JWTs (RFC 7519, RFC 7518) with `sub` (account or guest id), `typ` (account or guest),
`lid` (login id), `iss`, `iat`, `exp`; a guest's token also has name and email, a staff token `staff` true.
An account's token has its generation `gen` within the login, and one that is bound to a browser has `cnf`
(RFC 7800) with the digest of that browser's login cookie.
"""

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Literal, Protocol, cast

import httpx
import structlog
from fastapi import Depends, Request
from jose import JWTError, jwt
from jose.exceptions import ExpiredSignatureError

from chassis.errors import Forbidden, LoginOver, Unauthenticated, Unavailable
from chassis.http import login_cookie

ALGORITHM = "ES256"
ISSUER = "openhours"
REFRESH_SECONDS = 5
REMEMBERED_TOKENS = 10_000
ONLY_STAFF = "Only the staff may do this."

Jwk = dict[str, str]
ReportReuse = Callable[[str, int], None]
"""Called with the login and the generation of a token that was used after a newer one had replaced it."""
KeySource = Callable[[], Awaitable[list[Jwk]]]
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Principal:
    """The verified bearer of a token."""

    kind: Literal["account", "guest"]
    id: str
    login_id: str
    expires_at: datetime
    name: str = ""
    email: str = ""
    staff: bool = False
    """Whether the account belongs to the staff of Openhours."""
    generation: int = 0
    """Which of its login's tokens it is; each refresh begins a new generation."""
    cookie_digest: str = ""
    """The digest of the cookie that has to come with the token; '' for a token that is not bound."""


class RevocationList(Protocol):
    """The logins that ended before their tokens expired."""

    def contains(self, login_id: str) -> bool:
        """Whether this login has ended."""
        ...

    def is_replaced(self, login_id: str, generation: int) -> bool:
        """Whether tokens of this generation are refused by now, because newer ones replaced them."""
        ...


def fetch_keys(client: httpx.AsyncClient, identity_url: str) -> KeySource:
    """A source that fetches identity's JSON Web Key Set (RFC 7517)."""

    async def fetch() -> list[Jwk]:
        answer = await client.get(f"{identity_url}/.well-known/jwks.json")
        answer.raise_for_status()
        return cast(list[Jwk], answer.json()["keys"])

    return fetch


class Verifier:
    """Turns bearer tokens into principals.

    Keys are fetched for an unknown `kid`, at most once in `REFRESH_SECONDS`. A verified token is cached until
    it expires; its cookie, and whether its login has ended, are checked each time. Without `report_reuse`
    replaced tokens pass: identity judges them by its own table.
    """

    def __init__(
        self, keys: KeySource, ended: RevocationList, report_reuse: ReportReuse | None = None
    ) -> None:
        self._fetch = keys
        self._ended = ended
        self._report_reuse = report_reuse
        self._keys: dict[str, Jwk] = {}
        self._fetched_at = 0.0
        self._remembered: OrderedDict[str, Principal] = OrderedDict()

    async def verify(self, token: str, cookies: Iterable[str] = ()) -> Principal:
        """The principal of `token`, which came with these Cookie headers.

        Raises `Unauthenticated` for a token that identity did not issue or that is bound to another browser,
        `LoginOver` for one that has expired, that a newer one replaced or whose login has ended,
        `Unavailable` while the keys cannot be fetched.
        """
        principal = self._remembered.get(token) or await self._read(token)
        if principal.expires_at.timestamp() <= time.time():
            self._remembered.pop(token, None)
            raise LoginOver
        if principal.cookie_digest and not login_cookie.holds(principal.cookie_digest, cookies):
            raise Unauthenticated
        if self._ended.contains(principal.login_id):
            raise LoginOver
        if self._report_reuse and self._ended.is_replaced(principal.login_id, principal.generation):
            self._report_reuse(principal.login_id, principal.generation)
            raise LoginOver
        return principal

    async def _read(self, token: str) -> Principal:
        key = await self._key_of(token)
        try:
            claims = jwt.decode(token, key, algorithms=[ALGORITHM], issuer=ISSUER)
            principal = _principal(claims)
        except ExpiredSignatureError as error:
            raise LoginOver from error
        except (JWTError, KeyError, TypeError, ValueError) as error:
            raise Unauthenticated from error
        self._remembered[token] = principal
        if len(self._remembered) > REMEMBERED_TOKENS:
            self._remembered.popitem(last=False)
        return principal

    async def _key_of(self, token: str) -> Jwk:
        try:
            header = jwt.get_unverified_header(token)
        except JWTError as error:
            raise Unauthenticated from error
        kid = header.get("kid")
        if header.get("alg") != ALGORITHM or not isinstance(kid, str):
            raise Unauthenticated
        if kid not in self._keys:
            await self._refresh()
        if kid not in self._keys:
            raise Unauthenticated
        return self._keys[kid]

    async def _refresh(self) -> None:
        if self._keys and time.monotonic() - self._fetched_at < REFRESH_SECONDS:
            return
        try:
            found = await self._fetch()
        except (httpx.HTTPError, ValueError, KeyError) as error:
            if not self._keys:
                log.warning("no keys to verify tokens with", reason=str(error))
                raise Unavailable from error
            return
        self._fetched_at = time.monotonic()
        self._keys = {key["kid"]: key for key in found}


def _principal(claims: dict[str, object]) -> Principal:
    kind = claims["typ"]
    if kind not in {"account", "guest"}:
        raise ValueError("unknown kind of token")
    expires = claims["exp"]
    if not isinstance(expires, int):
        raise TypeError("exp is not a number")
    return Principal(
        kind=cast(Literal["account", "guest"], kind),
        id=_text(claims, "sub"),
        login_id=_text(claims, "lid"),
        expires_at=datetime.fromtimestamp(expires, UTC),
        name=str(claims.get("name") or ""),
        email=str(claims.get("email") or ""),
        staff=kind == "account" and claims.get("staff") is True,
        generation=_generation(claims.get("gen", 0)),
        cookie_digest=_cookie_digest(claims.get("cnf")),
    )


def _generation(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError("gen is not a number")
    return value


def _cookie_digest(confirmation: object) -> str:
    """The digest in `cnf`. A confirmation that is not understood must not be ignored (RFC 7800, 3.1)."""
    if confirmation is None:
        return ""
    if not isinstance(confirmation, dict):
        raise TypeError("cnf is not an object")
    return _text(cast(dict[str, object], confirmation), login_cookie.CLAIM)


def _text(claims: dict[str, object], name: str) -> str:
    value = claims[name]
    if not isinstance(value, str) or not value:
        raise ValueError(f"{name} is missing")
    return value


def bearer_of(request: Request) -> str | None:
    """The token in the Authorization header, None without one; another scheme is `Unauthenticated`."""
    header = request.headers.get("authorization")
    if not header:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated
    return token.strip()


async def caller_of(request: Request) -> Principal | None:
    """The caller; None without a token. Raises Unauthenticated or LoginOver for a token that is not valid."""
    token = bearer_of(request)
    if token is None:
        return None
    verifier: Verifier = request.app.state.verifier
    return await verifier.verify(token, request.headers.getlist("cookie"))


def viewer_id(caller: Principal | None) -> str:
    """The id of the caller's account; '' for a guest and without a caller."""
    return caller.id if caller and caller.kind == "account" else ""


Anyone = Annotated[Principal | None, Depends(caller_of)]
"""Any caller, None without a token; an invalid token is refused nevertheless."""


# Caller dependencies take only the request: `chassis.http.route` calls them without FastAPI's solver.
async def signed_in_caller(request: Request) -> Principal:
    """The holder of an account or of a guest's token. Raises Unauthenticated, also without a token."""
    caller = await caller_of(request)
    if caller is None:
        raise Unauthenticated
    return caller


SignedInOrGuest = Annotated[Principal, Depends(signed_in_caller)]
"""The holder of an account or of a guest's token."""


def _of_kind(kind: str) -> Callable[[Request], Awaitable[Principal]]:
    async def only(request: Request) -> Principal:
        caller = await signed_in_caller(request)
        if caller.kind != kind:
            raise Unauthenticated
        return caller

    return only


account_caller = _of_kind("account")
Account = Annotated[Principal, Depends(account_caller)]
"""The holder of an account. A guest's token is refused with 401."""
Guest = Annotated[Principal, Depends(_of_kind("guest"))]
"""The holder of a guest's token."""


async def _of_the_staff(request: Request) -> Principal:
    caller = await account_caller(request)
    if not caller.staff:
        raise Forbidden(ONLY_STAFF)
    return caller


Staff = Annotated[Principal, Depends(_of_the_staff)]
"""The holder of a staff account; any other account is `Forbidden`."""

__all__ = [
    "Account",
    "Anyone",
    "Guest",
    "KeySource",
    "Principal",
    "SignedInOrGuest",
    "Staff",
    "Verifier",
    "account_caller",
    "bearer_of",
    "caller_of",
    "fetch_keys",
    "signed_in_caller",
    "viewer_id",
]
