"""Publishes a reported message for the staff when the report arrives (product.md 7.2)."""

from typing import Final

from chassis.db import Transaction
from chassis.outbox import emit
from contracts.event import Instant
from contracts.events.notifications import MessageEvidenceKept
from contracts.events.profiles_moderation import ReportFiled
from pydantic import BaseModel, JsonValue

from notifications.messages import store
from notifications.messages.store import Message

AROUND: Final = 5
"""How many messages before the reported one are stored with it, and how many after."""


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


async def keep_evidence(tx: Transaction, report: ReportFiled) -> None:
    """Announce what the reported account wrote to the reporter; empty when it did not write that message."""
    if report.report_type != "messages":
        return
    reported = await store.message_between(tx, report.issue_id, report.reported_id, report.reporter_id)
    evidence = await evidence_of(tx, reported) if reported else {}
    await emit(tx, MessageEvidenceKept(report_id=report.report_id, evidence=evidence))


async def evidence_of(tx: Transaction, reported: Message) -> dict[str, JsonValue]:
    """The message among those around it, as they are now."""
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
