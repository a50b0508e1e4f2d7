"""A reported review when the report arrives, for the staff (product.md 7.2)."""

from datetime import datetime

from chassis.db import Connection
from contracts.events.profiles_moderation import ReportFiled
from pydantic import BaseModel, JsonValue

from booking.orders.store import order_by_id
from booking.ratings.client_rating_store import client_review_of
from booking.ratings.rules import Part, part_of
from booking.ratings.store import review_of


class ReviewEvidence(BaseModel):
    """A review as it stood, and whose work it is about; or an answer to one, or what a provider said of a
    client.
    """

    order_id: str
    owner_id: str
    owner_name: str
    provider_id: str
    stars: int
    text: str
    created_at: datetime
    part: Part = "rating"
    answered_text: str = ""
    """The review that an answer is to."""


async def review_evidence_of(tx: Connection, report: ReportFiled) -> dict[str, JsonValue]:
    """The reported review or answer; empty unless the reported account wrote it, and while it is hidden."""
    order_id, part = part_of(report.issue_id)
    if part == "client_rating":
        evidence = await _of_client_rating(tx, order_id)
    else:
        evidence = await _of_rating(tx, order_id, part)
    if evidence is None or evidence.owner_id != report.reported_id:
        return {}
    return evidence.model_dump(mode="json")


async def _of_rating(tx: Connection, order_id: str, part: Part) -> ReviewEvidence | None:
    review = await review_of(tx, order_id)
    if review is None or review.hidden or (part == "answer" and not review.answer):
        return None
    evidence = ReviewEvidence(
        order_id=order_id,
        owner_id=review.client_id or "",
        owner_name=review.name,
        provider_id=review.provider_id,
        stars=review.stars,
        text=review.feedback,
        created_at=review.created_at,
    )
    if part == "rating":
        return evidence
    return evidence.model_copy(
        update={
            "owner_id": review.provider_id,
            "owner_name": await _provider_name(tx, order_id),
            "text": review.answer,
            "part": part,
            "answered_text": review.feedback,
        }
    )


async def _of_client_rating(tx: Connection, order_id: str) -> ReviewEvidence | None:
    review = await client_review_of(tx, order_id)
    if review is None or review.hidden_until is not None:
        return None
    return ReviewEvidence(
        order_id=order_id,
        owner_id=review.provider_id,
        owner_name=await _provider_name(tx, order_id),
        provider_id=review.provider_id,
        stars=review.stars,
        text=review.feedback,
        created_at=review.created_at,
        part="client_rating",
    )


async def _provider_name(tx: Connection, order_id: str) -> str:
    order = await order_by_id(tx, order_id)
    return order.provider.name if order else ""
