"""What profiles tells: provider profiles, services, circles, blocks and reports."""

from typing import ClassVar, Literal

from pydantic import Field

from contracts.event import Event, Facts, Instant, register


class ProfileFacts(Facts):
    """A provider's profile as the other services may know it. `currency` is like 'EUR-DE'."""

    account_id: str
    completed: bool
    expertise: str
    category: str
    country: str
    city: str
    currency: str
    delivery_mode: str
    location_address: str
    contact_phone: str
    timezone: str
    bio: str
    languages: list[str] = Field(default_factory=list)
    skills: list[str] = Field(default_factory=list)
    avatar: str
    manually_verified: bool = False
    revision: int


class ProfileEvent(Event):
    """An event that carries the whole state of one profile."""

    profile: ProfileFacts

    @property
    def aggregate(self) -> str:
        return f"profile:{self.profile.account_id}"


@register
class ProfileCompleted(ProfileEvent):
    """The account has become a provider."""

    key: ClassVar[str] = "profiles.profile.completed"


@register
class ProfileUpdated(ProfileEvent):
    """A provider's profile changed; also told again when projections are rebuilt."""

    key: ClassVar[str] = "profiles.profile.updated"


@register
class AvatarChanged(Event):
    """An account, provider or not, has a new picture. `avatar` is a media path, or '' for the drawn one."""

    key: ClassVar[str] = "profiles.profile.avatar_changed"

    account_id: str
    avatar: str
    revision: int

    @property
    def aggregate(self) -> str:
        return f"profile:{self.account_id}"


class ServiceFacts(Facts):
    """One service of a provider. Minutes, and minor units of `currency` ('EUR-DE')."""

    service_id: str
    provider_id: str
    name: str
    duration_minutes: int
    cost_minor: int
    currency: str
    delivery_mode: str
    brief: str
    status: Literal["active", "archived", "deleted"]
    revision: int


@register
class ServiceChanged(Event):
    """A service was created, changed, archived, restored or deleted."""

    key: ClassVar[str] = "profiles.service.changed"

    service: ServiceFacts

    @property
    def aggregate(self) -> str:
        return f"service:{self.service.service_id}"


@register
class CircleChanged(Event):
    """Whether `account_id` now holds `provider_id` in its circle, and trusts it."""

    key: ClassVar[str] = "profiles.circle.changed"

    account_id: str
    provider_id: str
    interest: bool
    trusted: bool
    revision: int

    @property
    def aggregate(self) -> str:
        return f"circle:{self.account_id}:{self.provider_id}"


@register
class BlockChanged(Event):
    """Whether `blocker_id` now blocks `blocked_id`."""

    key: ClassVar[str] = "profiles.block.changed"

    blocker_id: str
    blocked_id: str
    blocked: bool
    revision: int

    @property
    def aggregate(self) -> str:
        return f"block:{self.blocker_id}:{self.blocked_id}"


@register
class ReportFiled(Event):
    """An account was reported."""

    key: ClassVar[str] = "profiles.report.filed"

    report_id: str
    reporter_id: str
    reported_id: str
    report_type: Literal["posts", "appointments"]
    issue_id: str
    title: str
    filed_at: Instant

    @property
    def aggregate(self) -> str:
        return f"report:{self.report_id}"


@register
class AccountProfileChanged(Event):
    """An account gave itself a name and a telephone number; identity, which owns the name, takes it over.

    `revision` counts with the profile's.
    """

    key: ClassVar[str] = "profiles.account.changed"

    account_id: str
    name: str
    phone: str
    revision: int

    @property
    def aggregate(self) -> str:
        return f"profile:{self.account_id}"
