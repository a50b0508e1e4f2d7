"""Ratings in the database."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from chassis.db import Connection, Transaction
from chassis.errors import Refused
from chassis.http.paging import Page, cursor_of
from sqlalchemy import Row, text

from booking.orders.order import Order
from booking.serialization import instant_text

_COLUMNS: Final = ("one", "two", "three", "four", "five")

_RATE = text(
    """
    INSERT INTO rating (order_id, provider_id, client_id, name, stars, feedback, trusted, created_at)
    VALUES (:order_id, :provider_id, :client_id, :name, :stars, :feedback, :trusted, :created_at)
    ON CONFLICT (order_id) DO NOTHING RETURNING order_id
    """
)
_COUNT = text(
    """
    INSERT INTO rating_summary (provider_id, one, two, three, four, five, revision)
    VALUES (:provider_id, :one, :two, :three, :four, :five, 1)
    ON CONFLICT (provider_id) DO UPDATE
        SET one = rating_summary.one + :one, two = rating_summary.two + :two,
            three = rating_summary.three + :three, four = rating_summary.four + :four,
            five = rating_summary.five + :five, revision = rating_summary.revision + 1
    RETURNING one, two, three, four, five, revision
    """
)
_SUMMARY = text(
    "SELECT one, two, three, four, five, revision FROM rating_summary WHERE provider_id = :provider_id"
)
_BEGINNING: Final = datetime(9999, 1, 1, tzinfo=UTC)
_RATINGS = text(
    """
    SELECT r.order_id, r.stars, r.feedback, r.created_at, coalesce(nullif(a.name, ''), r.name) AS name,
        coalesce(a.avatar, '') AS avatar
    FROM rating r LEFT JOIN account a ON a.account_id = r.client_id AND NOT a.deleted
    WHERE r.provider_id = :provider_id AND (CAST(:stars AS smallint) IS NULL OR r.stars = :stars)
      AND (r.created_at, r.order_id) < (CAST(:before AS timestamptz), :before_id)
    ORDER BY r.created_at DESC, r.order_id DESC LIMIT :most
    """
)


_GIVEN_BY = text(
    """
    SELECT order_id, stars, feedback, created_at FROM rating
    WHERE client_id = :account_id ORDER BY created_at
    """
)


@dataclass(frozen=True, slots=True)
class Summary:
    """How often each number of stars was given, one star first; `revision` rises with each rating."""

    counts: tuple[int, int, int, int, int]
    revision: int

    @property
    def reviews(self) -> int:
        """How many ratings there are."""
        return sum(self.counts)

    @property
    def average(self) -> float:
        """Of all ratings, to one decimal; 0 without any."""
        stars = sum(count * number for number, count in enumerate(self.counts, start=1))
        return round(stars / self.reviews, 1) if self.reviews else 0.0


async def insert_rating(
    tx: Transaction, order: Order, stars: int, feedback: str, now: datetime, *, trusted: bool
) -> bool:
    """Write the order's rating; False when it has one already."""
    values = {
        "order_id": order.order_id,
        "provider_id": order.provider_id,
        "client_id": order.client.account_id or None,
        "name": order.client.name,
        "stars": stars,
        "feedback": feedback,
        "trusted": trusted,
        "created_at": now,
    }
    return (await tx.session.execute(_RATE, values)).scalar_one_or_none() is not None


async def count_rating(tx: Transaction, provider_id: str, stars: int) -> Summary:
    """Add one rating to the provider's summary and answer it as it now is."""
    counts = {column: int(number == stars) for number, column in enumerate(_COLUMNS, start=1)}
    return _summary((await tx.session.execute(_COUNT, {"provider_id": provider_id, **counts})).one())


async def summary_of(tx: Connection, provider_id: str) -> Summary:
    """The provider's summary; all zero without ratings."""
    row = (await tx.session.execute(_SUMMARY, {"provider_id": provider_id})).one_or_none()
    return Summary((0, 0, 0, 0, 0), 0) if row is None else _summary(row)


@dataclass(frozen=True, slots=True)
class GivenRating:
    """A rating as it is shown."""

    stars: int
    name: str
    avatar: str
    feedback: str
    created_at: datetime


async def ratings_of(
    tx: Connection, provider_id: str, page: Page, stars: int | None
) -> tuple[list[GivenRating], str | None]:
    """A page of the provider's ratings, newest first, and the cursor of the next one."""
    before, before_id = _read_key(page)
    values = {
        "provider_id": provider_id,
        "stars": stars,
        "before": before,
        "before_id": before_id,
        "most": page.limit + 1,
    }
    rows = list(await tx.session.execute(_RATINGS, values))
    shown = rows[: page.limit]
    more = len(rows) > page.limit
    ratings = [GivenRating(row.stars, row.name, row.avatar, row.feedback, row.created_at) for row in shown]
    return ratings, cursor_of(shown[-1].created_at.isoformat(), shown[-1].order_id) if more else None


async def ratings_by(tx: Connection, account_id: str) -> list[dict[str, str | int]]:
    """The ratings an account gave, for its export."""
    return [
        {
            "order_id": row.order_id,
            "rating": row.stars,
            "feedback": row.feedback,
            "created_date": instant_text(row.created_at),
        }
        for row in await tx.session.execute(_GIVEN_BY, {"account_id": account_id})
    ]


def _read_key(page: Page) -> tuple[datetime, str]:
    if page.after is None:
        return _BEGINNING, ""
    try:
        created, order_id = page.after
        before = datetime.fromisoformat(str(created))
    except ValueError as error:
        raise Refused("This list cannot be continued from there.") from error
    return before if before.tzinfo else before.replace(tzinfo=UTC), str(order_id)


def _summary(row: Row[Any]) -> Summary:
    return Summary((row.one, row.two, row.three, row.four, row.five), row.revision)
