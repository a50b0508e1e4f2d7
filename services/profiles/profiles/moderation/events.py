"""Hearing what was reported: the service that owns it tells how it stood."""

from chassis.db import Transaction
from chassis.events import subscribe
from contracts.event import EvidenceKept
from contracts.events.booking import OrderEvidenceKept
from contracts.events.feed import PostEvidenceKept
from contracts.events.notifications import MessageEvidenceKept

from profiles.moderation.store import keep_evidence


@subscribe(PostEvidenceKept, OrderEvidenceKept, MessageEvidenceKept)
async def on_evidence(event: EvidenceKept, tx: Transaction) -> None:
    """The report keeps it, whatever becomes of the thing itself."""
    await keep_evidence(tx, event.report_id, event.evidence)
