"""The states of a client's rating: hidden or shown, answered, taken down."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Statement, Transaction
from sqlalchemy import Select, any_, bindparam, func, literal_column, null, select, union, update

from booking.orders.models import ClientRatingRow, OrderRow, RatingRow


@dataclass(frozen=True, slots=True)
class ShownReview:
    """A client's rating that is shown from now on."""

    stars: int
    feedback: str
    trusted: bool


@dataclass(frozen=True, slots=True)
class LockedReview:
    """A client's rating, locked until the transaction ends. `client_id` is None where nobody is known."""

    provider_id: str
    client_id: str | None
    stars: int
    hidden_until: datetime | None
    removed: bool
    standing_revision: int
    answered_at: datetime | None
    answer: str


_this = RatingRow.order_id == bindparam("order_id")
LOCK: Final = Statement(
    select(
        RatingRow.provider_id,
        RatingRow.client_id,
        RatingRow.stars,
        RatingRow.hidden_until,
        RatingRow.removed,
        RatingRow.standing_revision,
        RatingRow.answered_at,
        RatingRow.answer,
    )
    .where(_this)
    .with_for_update(),
    into=LockedReview,
)
SHOW: Final = Statement(
    update(RatingRow)
    .where(_this, RatingRow.hidden_until.is_not(None))
    .values(hidden_until=null())
    .returning(RatingRow.stars, RatingRow.feedback, RatingRow.trusted),
    into=ShownReview,
)


def _due(row: type[RatingRow] | type[ClientRatingRow]) -> Select[str]:
    """The ratings of one side that are due, by their partial index."""
    return (
        select(row.order_id)
        .where(row.hidden_until.is_not(None), row.hidden_until <= bindparam("now"))
        .order_by(row.hidden_until)
        .limit(bindparam("most"))
    )


_due_orders = union(_due(RatingRow), _due(ClientRatingRow)).scalar_subquery()
LOCK_DUE: Final = Statement(
    select(OrderRow.order_id)
    .where(OrderRow.order_id == any_(func.array(_due_orders)))
    .order_by(OrderRow.order_id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
ANSWER: Final = Statement(
    update(RatingRow).where(_this).values(answer=bindparam("answer"), answered_at=bindparam("now"))
)
REMOVE_ANSWER: Final = Statement(update(RatingRow).where(_this).values(answer=literal_column("''")))
SET_STANDING: Final = Statement(
    update(RatingRow)
    .where(_this)
    .values(removed=bindparam("removed"), standing_revision=bindparam("revision"))
)
SET_ANSWER_STANDING: Final = Statement(
    update(RatingRow)
    .where(
        _this,
        RatingRow.provider_id == bindparam("owner_id"),
        RatingRow.answer_standing_revision < bindparam("revision"),
    )
    .values(answer_removed=bindparam("removed"), answer_standing_revision=bindparam("revision"))
)


async def lock_review(tx: Transaction, order_id: str) -> LockedReview | None:
    """The client's rating of an order, locked until the transaction ends; None while there is none."""
    return await LOCK.one(tx, order_id=order_id)


async def show_review(tx: Transaction, order_id: str) -> ShownReview | None:
    """Show the hidden rating of an order; None where there is none."""
    return await SHOW.one(tx, order_id=order_id)


async def lock_due_ratings(tx: Transaction, now: datetime, most: int) -> list[str]:
    """Ids of orders with a rating that has been hidden for long enough, locked; it skips those that somebody
    else has locked.
    """
    return await LOCK_DUE.column(tx, now=now, most=most)


async def write_answer(tx: Transaction, order_id: str, answer: str, now: datetime) -> None:
    """Write the provider's answer."""
    await ANSWER.run(tx, order_id=order_id, answer=answer, now=now)


async def delete_answer(tx: Transaction, order_id: str) -> None:
    """Take the answer's words away; that there was one stays known."""
    await REMOVE_ANSWER.run(tx, order_id=order_id)


async def set_review_standing(tx: Transaction, order_id: str, *, removed: bool, revision: int) -> None:
    """Write whether the client's rating is taken down."""
    await SET_STANDING.run(tx, order_id=order_id, removed=removed, revision=revision)


async def set_answer_standing(
    tx: Transaction, order_id: str, owner_id: str, *, removed: bool, revision: int
) -> None:
    """Take the provider's answer down or restore it, unless something newer is known."""
    await SET_ANSWER_STANDING.run(
        tx, order_id=order_id, owner_id=owner_id, removed=removed, revision=revision
    )
