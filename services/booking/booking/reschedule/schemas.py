"""Requests about another time for an appointment. The answers are those of a status change."""

from typing import Annotated

from contracts.rules.fields import BookingFeedback
from contracts.rules.lists import EntryCount, JsonList
from pydantic import BaseModel

from booking.orders.rules import MOST_SESSIONS
from booking.orders.schemas import Id, WantedSession
from booking.reschedule.rules import ProposalAnswer


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
