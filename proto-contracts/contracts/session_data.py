"""The session data that a signed-in client stores (product.md 1.8)."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class SessionData(BaseModel):
    """The session data with its wire names. `accessTokenExpiry` is ISO 8601 UTC with `Z`."""

    model_config = ConfigDict(frozen=True)

    accessToken: str  # noqa: N815
    accessTokenExpiry: str  # noqa: N815
    ownerId: str  # noqa: N815
    authId: str  # noqa: N815
    email: str
    phone: str
    avatar: str
    name: str
    username: str
    accountType: Literal["client", "provider", "staff"]  # noqa: N815
    isAuthenticated: bool  # noqa: N815
    onboardUsername: bool  # noqa: N815
    onboardProfile: bool  # noqa: N815
    requestAppointments: bool  # noqa: N815
    serviceProvider: bool  # noqa: N815
    autoVerification: Literal["unverified", "verified"]  # noqa: N815
    manualVerification: Literal["unverified", "verified"]  # noqa: N815
    fav_category: list[str]
    fav_services: list[str]
