"""Verifies callers: checks bearer tokens with identity's public keys, without a call for each request.

Tokens are ES256 JWTs (RFC 7519, RFC 7518) with `sub` (account or guest id), `typ` (account or guest),
`lid` (login id), `iss`, `aud`, `iat`, `exp`; a guest's token also has name and email, a staff token `staff`
true. An account's token has its generation `gen` within the login, `auth_time` (OpenID Connect), when its
owner last showed who they are, and `amr` (RFC 8176) with `mfa` if two factors did; one that is bound to a
browser has `cnf` (RFC 7800) with the digest of that browser's login cookie.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Final, Literal, Protocol, cast

from fastapi import Depends, Request
from jose import JWTError, jwt

from chassis.clock import Now, utc_now
from chassis.errors import Forbidden, LoginOver, Problem, StepUpDue, Unauthenticated, Unavailable
from chassis.http import login_cookie
from chassis.http.published_keys import Jwk, PublishedKeys

ALGORITHM = "ES256"
ISSUER = "openhours"
AUDIENCE: Final = "openhours-calls"
"""The `aud` of access tokens: nothing else that identity may ever sign passes for one (RFC 9068, 2.2)."""
LONGEST_LIFE: Final = {"account": timedelta(hours=48), "guest": timedelta(hours=2)}
STAFF_LONGEST_LIFE: Final = timedelta(minutes=30)
CLOCK_SKEW: Final = timedelta(seconds=60)
"""How far the clock of who signed a token may be ahead."""
_CHECKED_BY_JOSE: Final = {"require_aud": True, "require_iat": True, "verify_exp": False}
"""Expiry is checked at each call, by the verifier's own clock."""
REMEMBERED_TOKENS = 10_000
ONLY_STAFF = "Only the staff may do this."
STAFF_NEEDS_FACTOR: Final = (
    "The staff sign in with two factors. Set up an authenticator app or a passkey in your settings."
)
SECOND_FACTOR: Final = "mfa"
"""The value of `amr` (RFC 8176) for a login that two factors began."""
STEP_UP_LIFE: Final = timedelta(minutes=10)
"""How long after signing in, or after a step-up, an account may do what asks for one (product.md 1.13)."""

CALLER: Final = "chassis.http.caller"
"""Where the scope of a request names its caller, once the token is verified."""

ReportReuse = Callable[[str, int], None]
"""Called with the login and the generation of a token that was used after a newer one had replaced it."""


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
    key_id: str = ""
    """The key that signed the token."""
    second_factor: bool = False
    """Whether two factors began the login."""
    authenticated_at: datetime | None = None
    """When its owner last showed who they are; None where the token does not say."""

    def stepped_up(self, now: datetime) -> bool:
        """Whether its owner has shown lately enough who they are (product.md 1.13)."""
        return shown_lately(self.authenticated_at, now=now)


def shown_lately(authenticated_at: datetime | None, *, now: datetime) -> bool:
    """Whether somebody who showed at this instant who they are has done so lately (product.md 1.13)."""
    return authenticated_at is not None and now - authenticated_at <= STEP_UP_LIFE


class RevocationList(Protocol):
    """The logins that ended before their tokens expired."""

    async def is_current(self) -> bool:
        """Whether the list can be trusted: it was fetched, and what was added since has arrived."""
        ...

    def contains(self, login_id: str) -> bool:
        """Whether this login has ended."""
        ...

    def is_replaced(self, login_id: str, generation: int) -> bool:
        """Whether tokens of this generation are refused by now, because newer ones replaced them."""
        ...


class Verifier:
    """Turns bearer tokens into principals.

    A verified token is cached until it expires; whether its key is still published and its login has ended,
    and its cookie, are checked each time. While it is not known which logins have ended, no token passes.
    Without `report_reuse` replaced tokens pass: identity judges them by its own table.
    """

    def __init__(
        self,
        keys: PublishedKeys,
        ended: RevocationList,
        report_reuse: ReportReuse | None = None,
        clock: Now = utc_now,
    ) -> None:
        self._keys = keys
        self._ended = ended
        self._report_reuse = report_reuse
        self._clock = clock
        self._remembered: OrderedDict[str, Principal] = OrderedDict()

    async def verify(self, token: str, cookies: Iterable[str] = ()) -> Principal:
        """The principal of `token`, which came with these Cookie headers.

        Raises `Unauthenticated` for a token that identity did not issue for calls, whose key identity has
        dropped or that is bound to another browser, `LoginOver` for one that has expired, that a newer one
        replaced or whose login has ended, `Unavailable` while keys or ended logins are not known. The first
        two name whose token it was, if identity signed it.
        """
        now = self._clock()
        principal = self._remembered.get(token)
        if principal is None or principal.expires_at <= now or not self._keys.vouches_for(principal.key_id):
            self._remembered.pop(token, None)
            principal = await self._read(token)
        try:
            await self._check(principal, cookies, now)
        except Problem as problem:
            problem.caller = principal
            raise
        return principal

    async def _check(self, principal: Principal, cookies: Iterable[str], now: datetime) -> None:
        if principal.expires_at <= now:
            raise LoginOver
        if principal.cookie_digest and not login_cookie.holds(principal.cookie_digest, cookies):
            raise Unauthenticated(refusal="other_browser")
        if not await self._ended.is_current():
            raise Unavailable
        if self._ended.contains(principal.login_id):
            raise LoginOver
        if self._report_reuse and self._ended.is_replaced(principal.login_id, principal.generation):
            self._report_reuse(principal.login_id, principal.generation)
            raise LoginOver(refusal="replaced_token")

    def is_over(self, principal: Principal) -> bool:
        """Whether its token has expired, its login has ended or its key was dropped; for open sockets."""
        return (
            principal.expires_at <= self._clock()
            or self._ended.contains(principal.login_id)
            or not self._keys.holds(principal.key_id)
        )

    async def _read(self, token: str) -> Principal:
        key = await self._key_of(token)
        try:
            claims = jwt.decode(
                token, key, algorithms=[ALGORITHM], audience=AUDIENCE, issuer=ISSUER, options=_CHECKED_BY_JOSE
            )
            principal = _principal(claims, key["kid"])
            _check_life(claims, principal, now=self._clock())
        except (JWTError, KeyError, TypeError, ValueError, OverflowError, OSError) as error:
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
        key = await self._keys.find(kid)
        if key is None:
            raise Unauthenticated
        return key


def _check_life(claims: dict[str, object], principal: Principal, *, now: datetime) -> None:
    """Raise ValueError for a token that was issued for longer than any is, or in the future (ASVS 9.2.1)."""
    begins = claims["iat"]
    if not isinstance(begins, int):
        raise TypeError("iat is not a number")
    longest = STAFF_LONGEST_LIFE if principal.staff else LONGEST_LIFE[principal.kind]
    issued_at = datetime.fromtimestamp(begins, UTC)
    if principal.expires_at - issued_at > longest or issued_at > now + CLOCK_SKEW:
        raise ValueError("valid for too long")


def _principal(claims: dict[str, object], key_id: str) -> Principal:
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
        key_id=key_id,
        second_factor=_has_second_factor(claims.get("amr")),
        authenticated_at=_instant(claims.get("auth_time")),
    )


def _has_second_factor(methods: object) -> bool:
    return isinstance(methods, list) and SECOND_FACTOR in cast(list[object], methods)


def _instant(seconds: object) -> datetime | None:
    if seconds is None:
        return None
    if not isinstance(seconds, int):
        raise TypeError("auth_time is not a number")
    return datetime.fromtimestamp(seconds, UTC)


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


CallerOf = Callable[[Request], Awaitable[Principal]]
"""Returns the caller of a request, or refuses it."""


def bearer_of(request: Request) -> str | None:
    """The token in the Authorization header, None without one; another scheme is `Unauthenticated`."""
    header = next(_headers(request, b"authorization"), None)
    if not header:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated(refusal="bad_token")
    return token.strip()


async def caller_of(request: Request) -> Principal | None:
    """The caller; None without a token. Raises Unauthenticated or LoginOver for a token that is not valid."""
    token = bearer_of(request)
    if token is None:
        return None
    verifier: Verifier = request.app.state.verifier
    request.scope[CALLER] = caller = await verifier.verify(token, _headers(request, b"cookie"))
    return caller


def _headers(request: Request, wanted: bytes) -> Iterator[str]:
    """The values of a header, read from the scope: Starlette would make an object of all of them first."""
    return (value.decode("latin-1") for name, value in request.scope["headers"] if name == wanted)


def viewer_id(caller: Principal | None) -> str:
    """The id of the caller's account; '' for a guest and without a caller."""
    return caller.id if caller and caller.kind == "account" else ""


Anyone = Annotated[Principal | None, Depends(caller_of)]
"""Any caller, None without a token; an invalid token is refused nevertheless."""


# Caller dependencies take only the request: a read's plan calls them without FastAPI's solver.
async def signed_in_caller(request: Request) -> Principal:
    """The holder of an account or of a guest's token. Raises Unauthenticated, also without a token."""
    caller = await caller_of(request)
    if caller is None:
        raise Unauthenticated(refusal="no_token")
    return caller


SignedInOrGuest = Annotated[Principal, Depends(signed_in_caller)]
"""The holder of an account or of a guest's token."""


def _of_kind(kind: str) -> CallerOf:
    async def only(request: Request) -> Principal:
        caller = await signed_in_caller(request)
        if caller.kind != kind:
            raise Unauthenticated(refusal="wrong_kind")
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
        raise Forbidden(ONLY_STAFF, refusal="not_staff")
    if not caller.second_factor:
        raise Forbidden(STAFF_NEEDS_FACTOR, refusal="one_factor")
    return caller


Staff = Annotated[Principal, Depends(_of_the_staff)]
"""The holder of a staff account who signed in with two factors; anyone else is `Forbidden`."""


async def _acting_staff(request: Request) -> Principal:
    caller = await _of_the_staff(request)
    if not caller.stepped_up(request.app.state.clock()):
        raise StepUpDue
    return caller


ActingStaff = Annotated[Principal, Depends(_acting_staff)]
"""The same for acts: `StepUpDue` unless they have shown lately who they are (product.md 1.13)."""

__all__ = [
    "Account",
    "ActingStaff",
    "Anyone",
    "CallerOf",
    "Guest",
    "Principal",
    "SignedInOrGuest",
    "Staff",
    "Verifier",
    "account_caller",
    "bearer_of",
    "caller_of",
    "shown_lately",
    "signed_in_caller",
    "viewer_id",
]
