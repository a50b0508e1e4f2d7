"""The standing of reviews, and of answers to them."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Record, Statement, Transaction, params
from sqlalchemy import bindparam, select
from sqlalchemy.dialects.postgresql import insert

from profiles.moderation.models import ReviewStandingRow


@dataclass(frozen=True, slots=True)
class ReviewStanding:
    """Whose it is, and whether it is taken down."""

    owner_id: str
    removed: bool


_standing = insert(ReviewStandingRow).values(
    revision=1, **params("review_id", "owner_id", "removed", "changed_at")
)
SET: Final = Statement(
    _standing.on_conflict_do_update(
        index_elements=[ReviewStandingRow.review_id],
        set_={
            "removed": _standing.excluded.removed,
            "changed_at": _standing.excluded.changed_at,
            "revision": ReviewStandingRow.revision + 1,
        },
        where=ReviewStandingRow.removed != _standing.excluded.removed,
    ).returning(ReviewStandingRow.revision)
)
FIND: Final = Statement(
    select(ReviewStandingRow.owner_id, ReviewStandingRow.removed).where(
        ReviewStandingRow.review_id == bindparam("review_id")
    ),
    into=ReviewStanding,
)
FIND_ALL: Final = Statement(
    select(
        ReviewStandingRow.review_id,
        ReviewStandingRow.owner_id,
        ReviewStandingRow.removed,
        ReviewStandingRow.revision,
    ).order_by(ReviewStandingRow.review_id)
)


async def set_review(
    tx: Transaction, review_id: str, owner_id: str, *, removed: bool, now: datetime
) -> int | None:
    """Take a review down or restore it; the new revision, None when it stood so already."""
    return await SET.value(tx, review_id=review_id, owner_id=owner_id, removed=removed, changed_at=now)


async def review_standing(tx: Connection, review_id: str) -> ReviewStanding | None:
    """The standing of a review; None for one that was never taken down."""
    return await FIND.one(tx, review_id=review_id)


async def every_review_standing(tx: Transaction) -> AsyncIterator[Record]:
    """Every review that the staff ever took down, with its present standing."""
    async for row in FIND_ALL.stream(tx):
        yield row
