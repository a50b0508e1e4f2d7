"""What providers say of their clients, in the database."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from sqlalchemy import bindparam, literal_column, null, select, update
from sqlalchemy.dialects.postgresql import insert

from booking.orders.models import ClientRatingRow
from booking.orders.order import Order


@dataclass(frozen=True, slots=True)
class ClientReview:
    """A rating of a client as it was given."""

    order_id: str
    provider_id: str
    client_id: str | None
    stars: int
    feedback: str
    created_at: datetime
    hidden_until: datetime | None


_this = ClientRatingRow.order_id == bindparam("order_id")
_review = (
    ClientRatingRow.order_id,
    ClientRatingRow.provider_id,
    ClientRatingRow.client_id,
    ClientRatingRow.stars,
    ClientRatingRow.feedback,
    ClientRatingRow.created_at,
    ClientRatingRow.hidden_until,
)
ADD: Final = Statement(
    insert(ClientRatingRow)
    .values(params("order_id", "provider_id", "client_id", "stars", "feedback", "created_at", "hidden_until"))
    .on_conflict_do_nothing(index_elements=[ClientRatingRow.order_id])
    .returning(ClientRatingRow.order_id)
)
FIND: Final = Statement(select(*_review).where(_this), into=ClientReview)
SHOW: Final = Statement(
    update(ClientRatingRow)
    .where(_this, ClientRatingRow.hidden_until.is_not(None))
    .values(hidden_until=null())
    .returning(*_review),
    into=ClientReview,
)
SET_STANDING: Final = Statement(
    update(ClientRatingRow)
    .where(
        _this,
        ClientRatingRow.provider_id == bindparam("owner_id"),
        ClientRatingRow.standing_revision < bindparam("revision"),
    )
    .values(removed=bindparam("removed"), standing_revision=bindparam("revision"))
)
FIND_GIVEN_BY: Final = Statement(
    select(*_review)
    .where(ClientRatingRow.provider_id == bindparam("account_id"))
    .order_by(ClientRatingRow.created_at),
    into=ClientReview,
)
FIND_RECEIVED_BY: Final = Statement(
    select(*_review)
    .where(
        ClientRatingRow.client_id == bindparam("account_id"),
        ClientRatingRow.hidden_until.is_(None),
        ~ClientRatingRow.removed,
    )
    .order_by(ClientRatingRow.created_at),
    into=ClientReview,
)
ERASE: Final = Statement(
    update(ClientRatingRow)
    .where(ClientRatingRow.client_id == bindparam("account_id"))
    .values(client_id=null(), feedback=literal_column("''"))
)


async def insert_client_rating(
    tx: Transaction, order: Order, stars: int, feedback: str, now: datetime, hidden_until: datetime
) -> bool:
    """Write what the provider says of the order's client; False when that was done already."""
    written = await ADD.value(
        tx,
        order_id=order.order_id,
        provider_id=order.provider_id,
        client_id=order.client.account_id or None,
        stars=stars,
        feedback=feedback,
        created_at=now,
        hidden_until=hidden_until,
    )
    return written is not None


async def show_client_rating(tx: Transaction, order_id: str) -> ClientReview | None:
    """Show the hidden rating of the order's client; None where there is none."""
    return await SHOW.one(tx, order_id=order_id)


async def client_review_of(tx: Connection, order_id: str) -> ClientReview | None:
    """What was said of the order's client; None while nothing was."""
    return await FIND.one(tx, order_id=order_id)


async def set_client_rating_standing(
    tx: Transaction, order_id: str, owner_id: str, *, removed: bool, revision: int
) -> None:
    """Take the provider's rating of a client down or restore it, unless something newer is known."""
    await SET_STANDING.run(tx, order_id=order_id, owner_id=owner_id, removed=removed, revision=revision)


async def client_ratings_by(tx: Connection, account_id: str) -> list[ClientReview]:
    """The ratings of clients that a provider gave, oldest first."""
    return await FIND_GIVEN_BY.all(tx, account_id=account_id)


async def client_ratings_of(tx: Connection, account_id: str) -> list[ClientReview]:
    """The ratings that an account has got as a client, oldest first: those that it may see."""
    return await FIND_RECEIVED_BY.all(tx, account_id=account_id)


async def erase_client_ratings(tx: Transaction, account_id: str) -> None:
    """Take away what providers wrote about an account; the stars stay, of nobody."""
    await ERASE.run(tx, account_id=account_id)
