"""Response models of the calls about logins."""

from contracts.event import Instant
from contracts.session_data import SessionData
from pydantic import BaseModel


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
    """The login is active for 48 more hours."""

    refreshed_access_token: RefreshedToken
    session_data: SessionData


class EndedLogin(BaseModel):
    """A login whose tokens are refused until `expires_at`, when they expire anyway."""

    login_id: str
    expires_at: Instant


class EndedLogins(BaseModel):
    """Every login that ended before its tokens expire."""

    ended_logins: list[EndedLogin]


class SessionAnswer(BaseModel):
    """The caller's session data as it is now."""

    session_data: SessionData
