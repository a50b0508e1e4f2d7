"""Requests and answers of the calls about alerts."""

from typing import Annotated, Literal

from contracts.events.notifications import AlertFacts
from contracts.rules import JsonList
from pydantic import BaseModel, Field


class AlertList(BaseModel):
    """A page of the caller's alerts, newest first.

    `unread` counts all of them, for the badge; 100 stands for that many or more.
    """

    alerts_list: list[AlertFacts]
    unread: int


class AlertStatusUpdate(BaseModel):
    """Which alerts are read: a list of ids (also as a JSON string), or 'all'."""

    iv_notification_ids: Literal["all"] | JsonList[Annotated[str, Field(max_length=64)]]
    iv_status: Literal["read"]


class AlertsRead(BaseModel):
    """How many alerts are still unread."""

    unread: int
