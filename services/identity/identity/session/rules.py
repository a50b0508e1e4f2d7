"""What a signed-in screen keeps of its account (spec 1, section 3)."""

from dataclasses import dataclass
from datetime import UTC, datetime

from contracts.session import SessionData


@dataclass(frozen=True, slots=True)
class SessionFacts:
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


@dataclass(frozen=True, slots=True)
class LoginFacts:
    """The login that the screen holds, with its token and the instant at which that expires."""

    login_id: str
    token: str
    expires_at: datetime


def session_data(known: SessionFacts, login: LoginFacts) -> SessionData:
    """Exactly the spec's keys; the two onboarding flags are true once that step is done."""
    return SessionData(
        accessToken=login.token,
        accessTokenExpiry=instant_text(login.expires_at),
        ownerId=known.account_id,
        authId=login.login_id,
        email=known.email,
        phone=known.phone,
        avatar=known.avatar,
        name=known.name,
        username=known.username or "",
        accountType="provider" if known.profile_completed else "client",
        isAuthenticated=True,
        onboardUsername=known.username is not None,
        onboardProfile=known.profile_completed,
        requestAppointments=known.requested_appointment,
        serviceProvider=known.profile_completed,
        autoVerification="verified" if known.verified else "unverified",
        manualVerification="verified" if known.manually_verified else "unverified",
        fav_category=known.fav_category,
        fav_services=known.fav_services,
    )


def instant_text(instant: datetime) -> str:
    """ISO 8601 in UTC with `Z`."""
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")
