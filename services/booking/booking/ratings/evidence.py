"""A reported review when the report arrives, for the staff (product.md 7.2)."""

from datetime import datetime

from chassis.db import Connection
from contracts.events.profiles import ReportFiled
from pydantic import BaseModel, JsonValue

from booking.ratings.store import review_of


class ReviewEvidence(BaseModel):
    """A review as it stood, and whose work it is about."""

    order_id: str
    owner_id: str
    owner_name: str
    provider_id: str
    stars: int
    text: str
    created_at: datetime


async def review_evidence_of(tx: Connection, report: ReportFiled) -> dict[str, JsonValue]:
    """The reported review; empty unless the reported account wrote it."""
    review = await review_of(tx, report.issue_id)
    if review is None or review.client_id != report.reported_id:
        return {}
    return ReviewEvidence(
        order_id=review.order_id,
        owner_id=report.reported_id,
        owner_name=review.name,
        provider_id=review.provider_id,
        stars=review.stars,
        text=review.feedback,
        created_at=review.created_at,
    ).model_dump(mode="json")
