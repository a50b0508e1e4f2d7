"""Ratings and their summaries in the database."""

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Final

from chassis.db import Connection, Record, Statement, Transaction, params
from chassis.errors import Refused
from chassis.http.paging import Page, cursor_of
from contracts.booking_data import ANONYMOUS
from sqlalchemy import Integer, and_, bindparam, delete, func, literal_column, null, select, tuple_, update
from sqlalchemy.dialects.postgresql import insert

from booking.orders.models import OrderRow, RatingRow
from booking.orders.order import Order
from booking.projections.models import AccountRow
from booking.ratings.models import RatingSummaryRow

_STARS: Final = ("one", "two", "three", "four", "five")
_LATEST: Final = datetime(9999, 1, 1, tzinfo=UTC)
"""Later than every rating: the first page begins here."""


@dataclass(frozen=True, slots=True)
class RatingCounts:
    """How often each number of stars was given; `revision` rises with each rating."""

    one: int
    two: int
    three: int
    four: int
    five: int
    revision: int

    @property
    def by_stars(self) -> tuple[int, int, int, int, int]:
        """The counts, one star first."""
        return (self.one, self.two, self.three, self.four, self.five)

    @property
    def reviews(self) -> int:
        """How many ratings there are."""
        return sum(self.by_stars)

    @property
    def average(self) -> float:
        """The average of all ratings, to one decimal; 0 without any."""
        stars = sum(count * number for number, count in enumerate(self.by_stars, start=1))
        return round(stars / self.reviews, 1) if self.reviews else 0.0


@dataclass(frozen=True, slots=True)
class GivenRating:
    """A rating as others see it."""

    order_id: str
    stars: int
    feedback: str
    created_at: datetime
    name: str
    avatar: str
    client_id: str
    """The account that gave it; '' for a guest's, and for one of an account that is erased."""
    starts_at: datetime
    """When the appointment began, in the provider's `timezone`."""
    timezone: str
    answer: str
    answered_at: datetime | None
    answer_removed: bool


@dataclass(frozen=True, slots=True)
class Review:
    """A rating as it was given."""

    order_id: str
    provider_id: str
    client_id: str | None
    name: str
    stars: int
    feedback: str
    created_at: datetime
    answer: str
    hidden: bool


ADD: Final = Statement(
    insert(RatingRow)
    .values(
        params(
            "order_id",
            "provider_id",
            "client_id",
            "name",
            "stars",
            "feedback",
            "trusted",
            "created_at",
            "hidden_until",
        )
    )
    .on_conflict_do_nothing(index_elements=[RatingRow.order_id])
    .returning(RatingRow.order_id)
)
_counts = [getattr(RatingSummaryRow, column) for column in (*_STARS, "revision")]
_counted = insert(RatingSummaryRow).values(**params("provider_id", *_STARS), revision=literal_column("1"))
COUNT: Final = Statement(
    _counted.on_conflict_do_update(
        index_elements=[RatingSummaryRow.provider_id],
        set_={
            **{column: getattr(RatingSummaryRow, column) + _counted.excluded[column] for column in _STARS},
            "revision": RatingSummaryRow.revision + literal_column("1"),
        },
    ).returning(*_counts),
    into=RatingCounts,
)
COUNT_AGAIN: Final = Statement(
    update(RatingSummaryRow)
    .where(RatingSummaryRow.provider_id == bindparam("provider_id"))
    .values(
        **{column: getattr(RatingSummaryRow, column) + bindparam(column, type_=Integer) for column in _STARS},
        revision=RatingSummaryRow.revision + literal_column("1"),
    )
    .returning(*_counts),
    into=RatingCounts,
)
FIND_COUNTS: Final = Statement(
    select(*_counts).where(RatingSummaryRow.provider_id == bindparam("provider_id")), into=RatingCounts
)
FIND_GIVEN_BY: Final = Statement(
    select(RatingRow.order_id, RatingRow.stars, RatingRow.feedback, RatingRow.created_at, RatingRow.removed)
    .where(RatingRow.client_id == bindparam("account_id"))
    .order_by(RatingRow.created_at)
)
FIND_REVIEW: Final = Statement(
    select(
        RatingRow.order_id,
        RatingRow.provider_id,
        RatingRow.client_id,
        RatingRow.name,
        RatingRow.stars,
        RatingRow.feedback,
        RatingRow.created_at,
        RatingRow.answer,
        RatingRow.hidden_until.is_not(None).label("hidden"),
    ).where(RatingRow.order_id == bindparam("order_id")),
    into=Review,
)
REMOVE_WORDS: Final = Statement(
    update(RatingRow)
    .where(RatingRow.order_id == bindparam("order_id"), RatingRow.client_id == bindparam("client_id"))
    .values(feedback=literal_column("''"))
)
_account = bindparam("account_id")
ERASE: Final = (
    Statement(
        update(RatingRow).where(RatingRow.client_id == _account).values(client_id=null(), name=ANONYMOUS)
    ),
    Statement(
        update(RatingRow)
        .where(RatingRow.provider_id == _account)
        .values(answer=literal_column("''"), hidden_until=null())
    ),
    Statement(delete(RatingSummaryRow).where(RatingSummaryRow.provider_id == _account)),
)


@cache
def page_of_ratings(*, by_stars: bool) -> Statement[GivenRating]:
    """The statement for a page of a provider's ratings, newest first; `by_stars` keeps those with `stars`."""
    key = tuple_(
        bindparam("before", type_=RatingRow.created_at.type),
        bindparam("before_id", type_=RatingRow.order_id.type),
    )
    query = (
        select(
            RatingRow.order_id,
            RatingRow.stars,
            RatingRow.feedback,
            RatingRow.created_at,
            func.coalesce(func.nullif(AccountRow.name, literal_column("''")), RatingRow.name).label("name"),
            func.coalesce(AccountRow.avatar, literal_column("''")).label("avatar"),
            func.coalesce(RatingRow.client_id, literal_column("''")).label("client_id"),
            OrderRow.starts_at,
            OrderRow.provider_timezone.label("timezone"),
            RatingRow.answer,
            RatingRow.answered_at,
            RatingRow.answer_removed,
        )
        .join(OrderRow, OrderRow.order_id == RatingRow.order_id)
        .outerjoin(AccountRow, and_(AccountRow.account_id == RatingRow.client_id, ~AccountRow.deleted))
        .where(RatingRow.provider_id == bindparam("provider_id"))
        .where(RatingRow.hidden_until.is_(None), ~RatingRow.removed)
        .where(tuple_(RatingRow.created_at, RatingRow.order_id) < key)
        .order_by(RatingRow.created_at.desc(), RatingRow.order_id.desc())
        .limit(bindparam("most"))
    )
    if by_stars:
        query = query.where(RatingRow.stars == bindparam("stars"))
    return Statement(query, into=GivenRating)


PAGES: Final = (page_of_ratings(by_stars=False), page_of_ratings(by_stars=True))
"""Every statement of `page_of_ratings`, so that the test of all statements finds them."""


async def insert_rating(
    tx: Transaction,
    order: Order,
    stars: int,
    feedback: str,
    now: datetime,
    *,
    trusted: bool,
    hidden_until: datetime,
) -> bool:
    """Write the order's rating, hidden at first; False when it has one already."""
    written = await ADD.value(
        tx,
        order_id=order.order_id,
        provider_id=order.provider_id,
        client_id=order.client.account_id or None,
        name=order.client.name,
        stars=stars,
        feedback=feedback,
        trusted=trusted,
        created_at=now,
        hidden_until=hidden_until,
    )
    return written is not None


async def count_rating(tx: Transaction, provider_id: str, stars: int) -> RatingCounts:
    """Add one rating to the provider's counts; what they are now."""
    added = {column: int(number == stars) for number, column in enumerate(_STARS, start=1)}
    counts = await COUNT.one(tx, provider_id=provider_id, **added)
    assert counts is not None
    return counts


async def count_again(tx: Transaction, provider_id: str, stars: int, by: int) -> RatingCounts | None:
    """Take one rating from the provider's counts (`by` -1) or give it back (1); what they are now. None for
    a provider without counts.
    """
    changes = {column: by * int(number == stars) for number, column in enumerate(_STARS, start=1)}
    return await COUNT_AGAIN.one(tx, provider_id=provider_id, **changes)


async def counts_of(tx: Connection, provider_id: str) -> RatingCounts:
    """The provider's counts; all zero without ratings."""
    return await FIND_COUNTS.one(tx, provider_id=provider_id) or RatingCounts(0, 0, 0, 0, 0, 0)


async def ratings_of(
    tx: Connection, provider_id: str, page: Page, stars: int | None
) -> tuple[list[GivenRating], str | None]:
    """A page of the provider's ratings, newest first, and the cursor of the next page."""
    before, before_id = _read_key(page)
    rows = await page_of_ratings(by_stars=stars is not None).all(
        tx,
        provider_id=provider_id,
        stars=stars,
        before=before,
        before_id=before_id,
        most=page.limit + 1,
    )
    shown = rows[: page.limit]
    more = len(rows) > page.limit
    return shown, cursor_of(shown[-1].created_at.isoformat(), shown[-1].order_id) if more else None


async def review_of(tx: Connection, order_id: str) -> Review | None:
    """The order's rating; None while it has none."""
    return await FIND_REVIEW.one(tx, order_id=order_id)


async def remove_words(tx: Transaction, order_id: str, client_id: str) -> None:
    """Take the words from the account's rating of an order; the stars stay."""
    await REMOVE_WORDS.run(tx, order_id=order_id, client_id=client_id)


async def ratings_by(tx: Connection, account_id: str) -> list[Record]:
    """The ratings that an account gave (order_id, stars, feedback, created_at, removed), oldest first."""
    return await FIND_GIVEN_BY.all(tx, account_id=account_id)


async def erase_ratings(tx: Transaction, account_id: str) -> None:
    """Take the account's name from the ratings that it gave, and forget its answers to those that it got, and
    their summary.
    """
    for statement in ERASE:
        await statement.run(tx, account_id=account_id)


def _read_key(page: Page) -> tuple[datetime, str]:
    if page.after is None:
        return _LATEST, ""
    try:
        created, order_id = page.after
        before = datetime.fromisoformat(str(created))
    except ValueError as error:
        raise Refused("This list cannot be continued from there.") from error
    return before if before.tzinfo else before.replace(tzinfo=UTC), str(order_id)
