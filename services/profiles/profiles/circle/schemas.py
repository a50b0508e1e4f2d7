"""Requests and answers about a person's circle."""

from typing import Annotated

from contracts.rules import Text, YesOrNo
from contracts.rules.checks import Required, TextMax
from pydantic import BaseModel

from profiles.profile.schemas import Away
from profiles.summaries.schemas import ListedAccount

AccountId = Annotated[str, Text(Required(), TextMax(64))]


class InterestRequest(BaseModel):
    """Which provider it is about."""

    iv_provider_id: AccountId


class TrustRequest(InterestRequest):
    """Whether the caller trusts the provider."""

    iv_trusted: YesOrNo


class CircleEntry(ListedAccount, Away):
    """A provider in a circle."""

    provider_id: str
    trusted: bool


class InterestNotice(BaseModel):
    """What the provider will read of it; the alert itself comes from the event."""

    notification_receiver_id: str
    notification_text: str
    notification_type: str = "interest_added"
    name: str
    username: str
    avatar: str
    onboardProfile: bool  # noqa: N815 - the contract's name
    status: str = "active"


class InterestAdded(BaseModel):
    """The new interest. `additional_update` holds nothing more for now."""

    interest_info: CircleEntry
    notification_data: InterestNotice
    additional_update: dict[str, str]


class InterestRemoved(BaseModel):
    """Which provider left the circle."""

    provider_id: str


class TrustStatus(BaseModel):
    """Whether the caller trusts the provider."""

    trust_status: bool
