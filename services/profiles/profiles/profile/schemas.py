"""Requests and answers about profiles. Some lists are JSON strings."""

from datetime import date
from typing import Annotated, Literal

from contracts.events.profiles import ContactAudience as Audience
from contracts.rules import (
    AccountName,
    AwayMessage,
    Bio,
    Category,
    City,
    ContactAudience,
    ContactPhone,
    Country,
    Currency,
    DeliveryMode,
    DeviceData,
    Expertise,
    Languages,
    LocationAddress,
    Perks,
    Phone,
    Skills,
    Text,
    YesOrNo,
)
from contracts.rules.checks import TextMax
from pydantic import BaseModel, BeforeValidator, Field

Zone = Annotated[str, Text(TextMax(64))]


def _none_of_blank(typed: object) -> object:
    return None if isinstance(typed, str) and not typed.strip() else typed


OptionalDay = Annotated[date | None, BeforeValidator(_none_of_blank)]
"""YYYY-MM-DD, or ''."""


class ProfileInfo(BaseModel):
    """The profile form (product.md 3.1)."""

    iv_name: AccountName | None = None
    """The display name; without it the account keeps its name."""
    iv_category: Category
    iv_expertise: Expertise
    iv_contact_phone: ContactPhone
    iv_country: Country
    iv_city: City
    iv_currency: Currency
    iv_phone_shown_to: ContactAudience = ""
    """Who may see the telephone number; empty keeps what was chosen. The same holds for the street."""
    iv_location_address: LocationAddress
    iv_street_shown_to: ContactAudience = ""
    iv_delivery_mode: DeliveryMode
    iv_bio: Bio
    iv_timezone: Zone = ""
    """IANA; without it the device's zone counts the first time, later the one that was kept."""
    iv_device_data: DeviceData = Field(default_factory=dict)


class SkillsUpdate(BaseModel):
    """Languages out of the four offered, and skills in free text; repeated ones count once."""

    iv_languages: Languages = Field(default_factory=list[str], validate_default=True)
    iv_skills: Skills = Field(default_factory=list[str], validate_default=True)


class PerksUpdate(BaseModel):
    """Policy and perks, in the order shown."""

    iv_policy_perks: Perks = Field(default_factory=list[str], validate_default=True)


class AwayUpdate(BaseModel):
    """Whether the provider takes no bookings, until which day (the first back), and what visitors read."""

    iv_away: YesOrNo
    iv_away_until: OptionalDay = None
    iv_away_message: AwayMessage = ""


class Away(BaseModel):
    """Whether a provider takes no bookings now (product.md 3.10). `away_until` is the first day back, '' for
    until they say so; both texts are '' when the provider is not away.
    """

    away: bool
    away_until: str
    away_message: str


class AwaySaved(BaseModel):
    """The pause as it is now."""

    away: Away


class AccountProfileUpdate(BaseModel):
    """The client's own profile: what others call them, and an optional telephone number."""

    iv_name: AccountName
    iv_phone: Phone = ""


class AccountData(Away):
    """A profile as the contract names it (product.md 3.6). `currency` is like 'EUR-DE'.

    `email` and `auto_verification` are empty for everyone but the owner. `avatar` is a media path, a drawn
    one when there is no picture; `media_name` is its file name, or 'none'. `trusted_by` counts who trusts the
    provider. `contact_phone` and `location_address` are empty for whom the provider does not show them to
    (`phone_shown_to`, `street_shown_to`).
    """

    owner_id: str
    name: str
    username: str
    email: str
    avatar: str
    media_name: str
    bio: str
    expertise: str
    skills: str
    languages: str
    policy_perks: str
    services: str
    category: str
    contact_phone: str
    phone_shown_to: Audience
    country: str
    city: str
    currency: str
    location_address: str
    street_shown_to: Audience
    places: str
    """A JSON list in a string: place_id, name, city and country of each; street, postcode and note as the
    street."""
    has_meeting_link: bool
    """Whether remote sessions get a link without somebody typing one, so that they can be booked at once."""
    delivery_mode: str
    timezone: str
    onboardProfile: bool  # noqa: N815 - the contract's name
    auto_verification: Literal["", "unverified", "verified"]
    manual_verification: Literal["unverified", "verified"]
    trusted_by: int


class RatingSummary(BaseModel):
    """The average of all ratings, and how many there are."""

    rating: float
    reviews: int


class ProviderProfile(BaseModel):
    """What a visitor of /p/{username} sees of the provider."""

    account_data: AccountData
    rating_summary: RatingSummary


class OwnProfile(BaseModel):
    """The caller's own data."""

    account_data: AccountData


class SessionChanges(BaseModel):
    """What a completed profile changes in the session data; the gateway lays it over identity's."""

    onboardProfile: Literal[True] = True  # noqa: N815 - the contract's name
    serviceProvider: Literal[True] = True  # noqa: N815 - the contract's name
    accountType: Literal["provider"] = "provider"  # noqa: N815 - the contract's name
    name: str
    phone: str


class ProfileSaved(BaseModel):
    """The answer to the profile form."""

    session_changes: SessionChanges
    account_data: AccountData
