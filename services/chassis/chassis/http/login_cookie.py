"""The cookie that binds a login's tokens to one browser (product.md 1.3; OWASP, JSON Web Token: sidejacking).

The cookie holds a random value that no script can read. Tokens carry its SHA-256, so a token that is read
from the browser's storage is worth nothing without the cookie.
"""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from datetime import timedelta
from typing import Final

NAME: Final = "__Host-openhours_login"
PLAIN_NAME: Final = "openhours_login"
"""A second cookie for plain http, where Safari keeps no Secure cookie, and Chromium only from localhost."""
CLAIM: Final = "cookie#S256"
"""The member of the claim `cnf` (RFC 7800) that holds the digest."""
SECRET_BYTES: Final = 32


def new_value() -> str:
    """A value for the cookie of one login: 256 random bits, base64url."""
    return secrets.token_urlsafe(SECRET_BYTES)


def digest_of(value: str) -> str:
    """The SHA-256 of a cookie's value, base64url without padding."""
    digest = hashlib.sha256(value.encode("latin-1", "replace")).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def set_cookie_headers(
    value: str, life: timedelta, *, https: bool, names: tuple[str, str] = (NAME, PLAIN_NAME)
) -> list[str]:
    """The Set-Cookie headers that give a browser the cookie for `life`; '' and no life take it away.

    `names` are that of the hardened cookie and that of the one for plain http.
    """
    rest = f"Max-Age={int(life.total_seconds())}; Path=/; HttpOnly; SameSite=Strict"
    hardened = f"{names[0]}={value}; Secure; {rest}"
    return [hardened] if https else [hardened, f"{names[1]}={value}; {rest}"]


def login_cookies(cookie_headers: Iterable[str]) -> list[str]:
    """The login cookies of a request as `name=value`; all its other cookies are left out."""
    pairs = (pair.strip() for header in cookie_headers for pair in header.split(";"))
    return [pair for pair in pairs if pair.partition("=")[0] in {NAME, PLAIN_NAME}]


def sets_login_cookie(set_cookie: str) -> bool:
    """Whether a Set-Cookie header is that of a login cookie."""
    return set_cookie.partition("=")[0].strip() in {NAME, PLAIN_NAME}


def holds(digest: str, cookie_headers: Iterable[str]) -> bool:
    """Whether a request's cookies hold the value with this digest.

    Any login cookie may hold it, so that a cookie which another site on the domain planted does no harm.
    """
    values = (pair.partition("=")[2] for pair in login_cookies(cookie_headers))
    return any(hmac.compare_digest(digest_of(value), digest) for value in values)
