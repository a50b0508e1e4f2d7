"""Response models of the calls about logins."""

from contracts.event import Instant
from contracts.session_data import SessionData
from pydantic import BaseModel

from identity.logins.fields import LoginId


class SignedIn(BaseModel):
    """A login that has just begun. `access_token_expiry` is ISO 8601 UTC with `Z`."""

    session_data: SessionData
    access_token: str
    access_token_expiry: str


class RefreshedToken(BaseModel):
    """The token that replaces the one in the request."""

    access_token: str
    access_token_expiry: str


class LoginChecked(BaseModel):
    """The login is active until the new token expires."""

    refreshed_access_token: RefreshedToken
    session_data: SessionData


class EndedLogin(BaseModel):
    """A login whose tokens are refused until `expires_at`, when they expire anyway."""

    login_id: str
    expires_at: Instant


class RotatedLogin(BaseModel):
    """A login whose tokens before `generation` are refused from `refused_from` until they expire anyway."""

    login_id: str
    generation: int
    refused_from: Instant
    expires_at: Instant


class EndedLogins(BaseModel):
    """Every login that ended before its tokens expire, and every one with replaced tokens."""

    ended_logins: list[EndedLogin]
    rotated_logins: list[RotatedLogin]


class ReusedToken(BaseModel):
    """A service's report that a replaced token was used."""

    login_id: str
    generation: int


class ListedLogin(BaseModel):
    """A login as its owner sees it. `browser`, `system` and `timezone` are '' where they are not known."""

    login_id: str
    this_device: bool
    """Whether the call came with this login."""
    browser: str
    system: str
    timezone: str
    """The IANA zone that the device said last: about where it is."""
    signed_in_at: Instant
    last_used_at: Instant
    """The last time it was checked: at the app's start, and once a day."""


class ActiveLogins(BaseModel):
    """The logins of the caller's account, its own first."""

    logins: list[ListedLogin]


class EndLoginRequest(BaseModel):
    """Which of the caller's logins ends."""

    iv_login_id: LoginId


class OtherLoginsEnded(BaseModel):
    """How many other logins have ended."""

    ended: int


class SessionAnswer(BaseModel):
    """The caller's session data as it is now."""

    session_data: SessionData
