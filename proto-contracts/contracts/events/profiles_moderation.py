"""Events of profiles: reports, and what the staff decide."""

from typing import ClassVar, Literal

from contracts.event import Event, Instant, register
from contracts.events.profiles import ReportType


@register
class ReportFiled(Event):
    """An account was reported."""

    key: ClassVar[str] = "profiles.report.filed"

    report_id: str
    reporter_id: str
    reported_id: str
    report_type: ReportType
    issue_id: str
    title: str
    filed_at: Instant

    @property
    def aggregate(self) -> str:
        return f"report:{self.report_id}"


@register
class ReportClosed(Event):
    """The staff decided on a report; its reporter is notified of the outcome.

    `reporter_id` is '' when the reporter's account went.
    """

    key: ClassVar[str] = "profiles.report.closed"

    report_id: str
    reporter_id: str
    reported_id: str
    report_type: ReportType
    title: str
    outcome: Literal["no_action", "action_taken"]
    closed_at: Instant

    @property
    def aggregate(self) -> str:
        return f"report:{self.report_id}"


@register
class AccountWarned(Event):
    """The staff warned an account. `title` is the concern, `note` the staff's text, '' without one."""

    key: ClassVar[str] = "profiles.account.warned"

    warning_id: str
    account_id: str
    title: str
    note: str

    @property
    def aggregate(self) -> str:
        return f"standing:{self.account_id}"


@register
class StandingChanged(Event):
    """Whether an account is suspended: it cannot sign in, and its page and posts are hidden."""

    key: ClassVar[str] = "profiles.account.standing_changed"

    account_id: str
    suspended: bool
    title: str
    note: str
    revision: int

    @property
    def aggregate(self) -> str:
        return f"standing:{self.account_id}"


@register
class PostStandingChanged(Event):
    """Whether the staff hide a post from everybody but its owner."""

    key: ClassVar[str] = "profiles.post.standing_changed"

    post_id: str
    owner_id: str
    hidden: bool
    title: str
    note: str
    revision: int

    @property
    def aggregate(self) -> str:
        return f"post_standing:{self.post_id}"


@register
class ReviewStandingChanged(Event):
    """The staff took down a review, or an answer to one, or restored it.

    `review_id` is as it was reported (api.md 3), `owner_id` its author.
    """

    key: ClassVar[str] = "profiles.review.standing_changed"

    review_id: str
    owner_id: str
    removed: bool
    title: str
    note: str
    revision: int

    @property
    def aggregate(self) -> str:
        return f"review_standing:{self.review_id}"


@register
class ContentRemoved(Event):
    """The staff removed a comment; its author is warned by an event of its own.

    `content_id` is the comment's id. Of a review, whose `content_id` is that of the rated order, former
    versions removed the words so.
    """

    key: ClassVar[str] = "profiles.content.removed"

    content_type: Literal["comments", "reviews"]
    content_id: str
    owner_id: str

    @property
    def aggregate(self) -> str:
        return f"content:{self.content_id}"


@register
class VerificationDecided(Event):
    """The staff verified a provider or withdrew the verification (manualVerification in the session data)."""

    key: ClassVar[str] = "profiles.verification.decided"

    account_id: str
    verified: bool
    note: str
    revision: int

    @property
    def aggregate(self) -> str:
        return f"profile:{self.account_id}"
