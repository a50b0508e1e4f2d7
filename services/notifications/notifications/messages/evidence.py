"""What a reported message is, told to the staff when the report comes."""

from typing import Final

from chassis.db import Transaction
from chassis.events import subscribe
from chassis.outbox import emit
from contracts.event import Instant
from contracts.events.notifications import MessageEvidenceKept
from contracts.events.profiles import ReportFiled
from pydantic import BaseModel, JsonValue

from notifications.messages import store
from notifications.messages.models import Message

AROUND: Final = 5
"""How many messages before the reported one are kept with it, and how many after."""


class EvidenceMessage(BaseModel):
    """One message."""

    message_id: str
    sender_id: str
    text: str
    sent_at: Instant


class MessageEvidence(BaseModel):
    """The reported message among those around it, oldest first."""

    conversation_id: str
    message_id: str
    messages: list[EvidenceMessage]


@subscribe(ReportFiled, only_news=True)
async def keep_evidence(event: ReportFiled, tx: Transaction) -> None:
    """Tell what the reported account wrote to who reports it; nothing when it did not write that."""
    if event.report_type != "messages":
        return
    reported = await store.message_to(tx, event.issue_id, event.reported_id, event.reporter_id)
    evidence = await _evidence(tx, reported) if reported else {}
    await emit(tx, MessageEvidenceKept(report_id=event.report_id, evidence=evidence))


async def _evidence(tx: Transaction, reported: Message) -> dict[str, JsonValue]:
    around = await store.messages_around(tx, reported, AROUND)
    return MessageEvidence(
        conversation_id=reported.conversation_id,
        message_id=reported.id,
        messages=[
            EvidenceMessage(
                message_id=each.id, sender_id=each.sender_id, text=each.text, sent_at=each.sent_at
            )
            for each in around
        ],
    ).model_dump(mode="json")
