"""The session data that a signed-in client stores about its account (product.md 1.8)."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal

from contracts.session_data import SessionData
from pydantic import JsonValue


@dataclass(frozen=True, slots=True)
class KnownAccount:
    """An account and what is known of its profile, as far as a screen needs it."""

    account_id: str
    email: str
    name: str
    username: str | None
    verified: bool
    requested_appointment: bool
    fav_category: list[str]
    fav_services: list[str]
    phone: str
    avatar: str
    profile_completed: bool
    manually_verified: bool
    staff: bool = False

    @property
    def account_type(self) -> Literal["client", "provider", "staff"]:
        """The type of the account."""
        if self.staff:
            return "staff"
        return "provider" if self.profile_completed else "client"


@dataclass(frozen=True, slots=True)
class LoginFacts:
    """The login that the screen holds, with its token and the instant at which that expires."""

    login_id: str
    token: str
    expires_at: datetime


def session_data(known: KnownAccount, login: LoginFacts) -> SessionData:
    """The session data as its contract has it."""
    return SessionData.model_validate(session_values(known, login))


def session_values(known: KnownAccount, login: LoginFacts) -> dict[str, object]:
    """The same as plain values, for the hottest answer. Exactly the contract's keys (product.md 1.8).

    Each onboarding flag is true once its step is done.
    """
    return {
        "accessToken": login.token,
        "accessTokenExpiry": instant_text(login.expires_at),
        "ownerId": known.account_id,
        "authId": login.login_id,
        "email": known.email,
        "phone": known.phone,
        "avatar": known.avatar,
        "name": known.name,
        "username": known.username or "",
        "accountType": known.account_type,
        "isAuthenticated": True,
        "onboardUsername": known.username is not None,
        "onboardProfile": known.profile_completed,
        "requestAppointments": known.requested_appointment,
        "serviceProvider": known.profile_completed,
        "autoVerification": "verified" if known.verified else "unverified",
        "manualVerification": "verified" if known.manually_verified else "unverified",
        "fav_category": known.fav_category,
        "fav_services": known.fav_services,
    }


OF_ONE_LOGIN: Final = {"accessToken", "accessTokenExpiry", "authId"}


def shared_session(known: KnownAccount) -> dict[str, JsonValue]:
    """The part of the session data that is the same for every login of the account."""
    no_login = LoginFacts(login_id="", token="", expires_at=datetime.min.replace(tzinfo=UTC))
    return session_data(known, no_login).model_dump(mode="json", exclude=OF_ONE_LOGIN)


def instant_text(instant: datetime) -> str:
    """ISO 8601 in UTC with `Z`."""
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")
