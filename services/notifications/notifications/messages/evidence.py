"""What a reported message is, told to the staff when the report comes."""

from typing import Final

from chassis.events import hears
from chassis.outbox import emit
from contracts.event import Instant
from contracts.events.notifications import MessageEvidenceKept
from contracts.events.profiles import ReportFiled
from pydantic import BaseModel, JsonValue
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.messages import store
from notifications.messages.models import Message

AROUND: Final = 5
"""How many messages before the reported one are kept with it, and how many after."""


class MessageThen(BaseModel):
    """One message."""

    message_id: str
    sender_id: str
    text: str
    sent_at: Instant


class Evidence(BaseModel):
    """The reported message among those around it, oldest first."""

    conversation_id: str
    message_id: str
    messages: list[MessageThen]


@hears(ReportFiled, only_news=True)
async def keep_evidence(event: ReportFiled, session: AsyncSession) -> None:
    """Tell what the reported account wrote to who reports it; nothing when it did not write that."""
    if event.report_type != "messages":
        return
    reported = await store.message_to(session, event.issue_id, event.reported_id, event.reporter_id)
    evidence = await _evidence(session, reported) if reported else {}
    await emit(session, MessageEvidenceKept(report_id=event.report_id, evidence=evidence))


async def _evidence(session: AsyncSession, reported: Message) -> dict[str, JsonValue]:
    around = await store.messages_around(session, reported, AROUND)
    return Evidence(
        conversation_id=reported.conversation_id,
        message_id=reported.id,
        messages=[
            MessageThen(message_id=each.id, sender_id=each.sender_id, text=each.text, sent_at=each.sent_at)
            for each in around
        ],
    ).model_dump(mode="json")
