"""Requests and answers about blocks and reports."""

from typing import Annotated

from contracts.events.profiles import ReportType
from contracts.rules import ReportAdditional, Text
from contracts.rules.checks import OneOf, Required, TextMax
from contracts.rules.messages import ACTION_MESSAGES
from contracts.rules.options import REPORT_CONCERNS
from pydantic import BaseModel, Field

from profiles.summaries.schemas import ListedAccount

AccountId = Annotated[str, Text(Required(), TextMax(64))]
IssueId = Annotated[str, Text(Required(), TextMax(64))]
Concern = Annotated[
    str,
    Text(
        Required(ACTION_MESSAGES["concern_required"]),
        OneOf(REPORT_CONCERNS, ACTION_MESSAGES["concern_required"]),
    ),
]
Details = Annotated[str, Text(TextMax(500))]


class BlockRequest(BaseModel):
    """Which account it is about."""

    iv_user_id: AccountId


class Blocked(ListedAccount):
    """A blocked account."""

    user_id: str


class BlockAdded(BaseModel):
    """The new block."""

    block_info: Blocked


class BlockRemoved(BaseModel):
    """Which account is blocked no longer."""

    user_id: str


class ReportRequest(BaseModel):
    """A report (product.md 7.2). `iv_report_title` is one of the twelve concerns."""

    iv_user_id: AccountId
    iv_report_type: ReportType
    iv_report_issue_id: IssueId
    iv_report_title: Concern = Field(default="", validate_default=True)
    iv_report_details: Details = ""
    iv_report_additional: ReportAdditional = ""


class ReportFiledAnswer(BaseModel):
    """Which report was taken in."""

    report_id: str
