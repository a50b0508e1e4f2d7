"""Whom a provider's appointments reach: how often they are mailed, whose they become (product.md 4.25)."""

from datetime import datetime, timedelta
from typing import Final

from chassis.db import Statement, Transaction
from chassis.errors import RuleViolation
from sqlalchemy import Text, bindparam, func, literal_column, or_, select, update

from booking.orders.models import OrderRow
from booking.orders.order import Order

MOST_MAILS: Final = 10
"""To one receiver in a day, of all providers together."""
TOO_OFTEN: Final = "This client was told of very many appointments today. Try again tomorrow."
_DAY: Final = timedelta(days=1)
LOCK_RECEIVER: Final = Statement(
    select(
        func.pg_advisory_xact_lock(
            func.hashtextextended(bindparam("receiver", type_=Text()), literal_column("7"))
        )
    )
)
"""What is told to one receiver is counted and sent one after another."""
GIVE_TO_INVITED: Final = Statement(
    update(OrderRow)
    .where(OrderRow.order_id == bindparam("order_id"))
    .values(
        client_id=OrderRow.invited_id,
        guest_id=literal_column("NULL"),
        client_email=literal_column("''"),
        invited_id=literal_column("NULL"),
    )
)
_of_receiver = or_(
    OrderRow.client_id == bindparam("account_id"),
    (OrderRow.client_email == bindparam("email")) & OrderRow.guest_id.is_not(None),
)
COUNT_MAILS: Final = Statement(
    select(func.coalesce(func.sum(OrderRow.times_proposed + literal_column("1")), literal_column("0"))).where(
        _of_receiver,
        OrderRow.origin == literal_column("'provider'"),
        OrderRow.agreed_at.is_(None),
        OrderRow.created_at > bindparam("since"),
        OrderRow.starts_at > OrderRow.created_at - func.make_interval(0, 0, 0, 0, 0, 1),
    )
)


async def check_receiver(tx: Transaction, order: Order, now: datetime) -> None:
    """Raise RuleViolation where the client was told often enough today of what they have not agreed to.

    It is counted under a lock that lasts until the transaction ends, so that the limit holds at once.
    """
    if not order.awaits_client:
        return
    account_id, email = order.client.account_id or None, order.client.email
    await LOCK_RECEIVER.run(tx, receiver=account_id or email)
    told = await COUNT_MAILS.value(
        tx, account_id=account_id, email=None if account_id else email, since=now - _DAY
    )
    if told >= MOST_MAILS:
        raise RuleViolation(TOO_OFTEN, iv_client_email=TOO_OFTEN)


async def give_to_invited(tx: Transaction, order_id: str) -> None:
    """Let the order be one of the account for whose address it was entered."""
    await GIVE_TO_INVITED.run(tx, order_id=order_id)
