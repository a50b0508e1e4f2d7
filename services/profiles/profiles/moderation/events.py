"""Hearing what was reported: the service that owns it tells how it stood."""

from chassis.events import hears
from contracts.event import EvidenceKept
from contracts.events.booking import OrderEvidenceKept
from contracts.events.feed import PostEvidenceKept
from contracts.events.notifications import MessageEvidenceKept
from sqlalchemy.ext.asyncio import AsyncSession

from profiles.moderation.store import keep_evidence


@hears(PostEvidenceKept, OrderEvidenceKept, MessageEvidenceKept)
async def on_evidence(event: EvidenceKept, session: AsyncSession) -> None:
    """The report keeps it, whatever becomes of the thing itself."""
    await keep_evidence(session, event.report_id, event.evidence)
