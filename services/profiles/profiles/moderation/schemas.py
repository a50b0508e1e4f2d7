"""Requests and answers of the staff's queries."""

from typing import Annotated, Literal

from contracts.event import Instant
from contracts.events.profiles import ReportType
from contracts.rules import ReportAction, StaffNote, StaffReason, Text, YesOrNo
from contracts.rules.checks import Required, TextMax
from pydantic import BaseModel, JsonValue

from profiles.audit_log.schemas import ActShown

Id = Annotated[str, Text(Required(), TextMax(64))]


class ReportParty(BaseModel):
    """An account as the staff see it; every text is empty when it is deleted."""

    owner_id: str
    name: str
    username: str
    email: str
    avatar: str
    provider: bool
    manual_verification: Literal["unverified", "verified"]
    staff: bool
    suspended: bool


class ReportLine(BaseModel):
    """A report in the queue. `same_issue` counts the open reports about the same thing, this one included."""

    report_id: str
    report_type: ReportType
    issue_id: str
    title: str
    status: Literal["open", "closed"]
    action: str
    filed_at: Instant
    closed_at: Instant | None
    reporter: ReportParty
    reported: ReportParty
    same_issue: int


class Reports(BaseModel):
    """A page of the queue: open reports oldest first, closed ones newest first."""

    reports: list[ReportLine]
    next_cursor: str | None


class ReportWhole(ReportLine):
    """A report with all that is needed to decide it.

    `evidence` is null until the owner of the reported thing has told of it, and empty when there was none.
    """

    details: str
    additional: str
    evidence: dict[str, JsonValue] | None
    post_hidden: bool
    review_removed: bool = False
    """Whether the reported review, or answer to one, is taken down."""
    history: list[ActShown]
    other_reports: list[ReportLine]


class ReportAnswer(BaseModel):
    """One report."""

    report: ReportWhole


class DecisionRequest(BaseModel):
    """A decision about a report. `iv_note` is sent to the reported account."""

    iv_report_id: Id
    iv_action: ReportAction
    iv_note: StaffNote = ""


class AccountStanding(BaseModel):
    """Suspend an account or restore it, and why."""

    iv_account_id: Id
    iv_suspended: YesOrNo
    iv_note: StaffReason


class PostStanding(BaseModel):
    """Hide a post that was reported, or show it again, and why."""

    iv_post_id: Id
    iv_hidden: YesOrNo
    iv_note: StaffReason


class ReviewStanding(BaseModel):
    """Take down a review, or an answer to one, or restore it, and why."""

    iv_review_id: Id
    iv_removed: YesOrNo
    iv_note: StaffReason


class Verification(BaseModel):
    """Give a provider the mark of manual verification, or take it."""

    iv_account_id: Id
    iv_verified: YesOrNo
    iv_note: StaffNote = ""


class AccountLine(ReportParty):
    """An account in a list."""

    created_date: Instant | None
    open_reports: int


class Accounts(BaseModel):
    """A page of accounts, the newest first."""

    accounts: list[AccountLine]
    next_cursor: str | None


class AccountWhole(AccountLine):
    """An account with what it was reported for and what was done about it."""

    expertise: str
    city: str
    country: str
    bio: str
    suspended_at: Instant | None
    reports: list[ReportLine]
    history: list[ActShown]


class AccountAnswer(BaseModel):
    """One account."""

    account: AccountWhole


class StandingAnswer(BaseModel):
    """The account's standing after the decision."""

    owner_id: str
    suspended: bool


class PostAnswer(BaseModel):
    """The post's standing after the decision."""

    post_id: str
    hidden: bool


class ReviewStandingAnswer(BaseModel):
    """The review's standing after the decision."""

    review_id: str
    removed: bool


class VerificationAnswer(BaseModel):
    """Whether the provider bears the mark now."""

    owner_id: str
    manual_verification: Literal["unverified", "verified"]


class Overview(BaseModel):
    """What waits for the staff."""

    open_reports: int
    open_requests: int
    suspended_accounts: int


class Acts(BaseModel):
    """A page of the staff's log, the newest first."""

    acts: list[ActShown]
    next_cursor: str | None
