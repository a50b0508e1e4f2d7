"""What goes in and out of the calls about requests."""

from typing import Annotated

from contracts.event import Instant
from contracts.rules import Email, PersonName, RequestAnswer, RequestText, RequestTopic, Text
from contracts.rules.checks import Required, TextMax
from contracts.rules.lists import DeviceData
from pydantic import BaseModel, Field


class NewRequest(BaseModel):
    """A request. Only guests give name and address; an account's own are used."""

    iv_topic: RequestTopic
    iv_text: RequestText
    iv_name: PersonName | None = None
    iv_email: Email | None = None
    iv_device_data: DeviceData = Field(default_factory=dict)


class RequestFiled(BaseModel):
    """Which request was taken in."""

    request_id: str


class OwnRequest(BaseModel):
    """A request as its author sees it; `answer` is '' until the staff have answered."""

    request_id: str
    topic: str
    text: str
    filed_at: Instant
    answer: str
    answered_at: Instant | None


class GuestRequest(OwnRequest):
    """A request as the guest who made it is given it, with the name and the address that they wrote."""

    name: str
    email: str


class OwnRequests(BaseModel):
    """A page of the caller's requests, the newest first."""

    requests: list[OwnRequest]
    next_cursor: str | None


class RequestLine(OwnRequest):
    """A request as the staff see it. `account_id` is '' for a guest."""

    account_id: str
    name: str
    email: str


class Requests(BaseModel):
    """A page of requests: open ones oldest first, answered ones newest first."""

    requests: list[RequestLine]
    next_cursor: str | None


class RequestAnswered(BaseModel):
    """One request."""

    request: RequestLine


class NewAnswer(BaseModel):
    """What the staff answer; it is mailed."""

    iv_request_id: Annotated[str, Text(Required(), TextMax(64))]
    iv_answer: RequestAnswer
