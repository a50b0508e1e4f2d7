"""Requests about another time for an appointment. The answers are those of a status change."""

from typing import Annotated, Final

from contracts.rules.fields import BookingFeedback
from contracts.rules.lists import EntryCount, JsonList
from pydantic import BaseModel, BeforeValidator

from booking.hours.schemas import YesNo
from booking.orders.rules import MOST_SESSIONS
from booking.orders.schemas import Id, WantedSession
from booking.reschedule.rules import ProposalAnswer
from booking.serialization import ViewDay

MOST_ASKED: Final = 50
"""Clients whom one call asks for another time."""


def _blank_is_none(typed: object) -> object:
    return None if typed == "" else typed


class NewTimeProposal(BaseModel):
    """Other slots of the provider's for an order, from get_available_slots with its `order_id`."""

    iv_order_id: Id
    iv_session_list: Annotated[JsonList[WantedSession], EntryCount(1, MOST_SESSIONS)]
    iv_feedback: BookingFeedback = ""


class NewTimeAnswer(BaseModel):
    """The other side accepts or declines the proposed time; its own side withdraws it."""

    iv_order_id: Id
    iv_answer: ProposalAnswer
    iv_feedback: BookingFeedback = ""


class OtherTimesWanted(BaseModel):
    """Which clients are asked to choose another time, and why. A pause is named as `update_away` takes it."""

    iv_order_ids: Annotated[JsonList[Id], EntryCount(1, MOST_ASKED)]
    iv_feedback: BookingFeedback = ""
    iv_away: YesNo | None = None
    iv_away_until: Annotated[ViewDay | None, BeforeValidator(_blank_is_none)] = None


class NotAsked(BaseModel):
    """An order whose client was not asked, and why."""

    order_id: str
    reason: str


class OtherTimesAsked(BaseModel):
    """Whose clients were asked."""

    asked: list[str]
    not_asked: list[NotAsked]
