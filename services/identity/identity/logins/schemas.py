"""What the calls about logins answer."""

from contracts.event import Instant
from contracts.session_data import SessionData
from pydantic import BaseModel


class SignedIn(BaseModel):
    """A login that has just begun. `access_token_expiry` is ISO 8601 UTC with `Z`."""

    session_data: SessionData
    access_token: str
    access_token_expiry: str


class RefreshedToken(BaseModel):
    """The token that takes the place of the one that was sent."""

    access_token: str
    access_token_expiry: str


class LoginChecked(BaseModel):
    """The login holds, for 48 hours more."""

    refreshed_access_token: RefreshedToken
    session_data: SessionData


class EndedLogin(BaseModel):
    """A login whose tokens are refused until `expires_at`, when they expire anyway."""

    login_id: str
    expires_at: Instant


class EndedLogins(BaseModel):
    """Every login that is over while tokens of it have time left."""

    ended_logins: list[EndedLogin]


class SessionAnswer(BaseModel):
    """The caller's session data as it is now."""

    session_data: SessionData
