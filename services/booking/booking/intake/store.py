"""Answers of orders, and the pictures among them, in the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from chassis.db import Connection, Statement, Transaction, params
from chassis.retention import Retention
from sqlalchemy import ARRAY, Text, any_, bindparam, func, insert, or_, select

from booking.orders.models import IntakeFileRow, OrderRow

WAITS: Final = timedelta(days=1)
"""How long a picture waits for its order."""
UNUSED_FILES: Final = Retention(
    IntakeFileRow, IntakeFileRow.created_at, keeps=WAITS, only=(IntakeFileRow.order_id.is_(None),)
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is kept: a JPEG, and its size in pixels."""

    content: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is said of a picture; `size` is in bytes."""

    file_id: str
    order_id: str
    width: int
    height: int
    size: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class OrderAnswers:
    """What the client of an order was asked, and answered: the fields of `KeptAnswer` each."""

    order_id: str
    intake: list[dict[str, Any]]


_facts = (
    IntakeFileRow.file_id,
    func.coalesce(IntakeFileRow.order_id, "").label("order_id"),
    IntakeFileRow.width,
    IntakeFileRow.height,
    func.octet_length(IntakeFileRow.content).label("size"),
    IntakeFileRow.created_at,
)
_account = bindparam("account_id")
ADD_FILE: Final = Statement(
    insert(IntakeFileRow).values(params("file_id", "owner_id", "content", "width", "height", "created_at"))
)
COUNT_WAITING: Final = Statement(
    select(func.count())
    .select_from(IntakeFileRow)
    .where(IntakeFileRow.owner_id == bindparam("owner_id"), IntakeFileRow.order_id.is_(None))
)
FIND_ORDER_OF_FILE: Final = Statement(
    select(IntakeFileRow.order_id).where(IntakeFileRow.file_id == bindparam("file_id"))
)
FIND_CONTENT: Final = Statement(
    select(IntakeFileRow.content).where(IntakeFileRow.file_id == bindparam("file_id"))
)
FIND_FILES_OF_ORDER: Final = Statement(
    select(*_facts).where(IntakeFileRow.order_id == bindparam("order_id")), into=FileFacts
)
FIND_FILES_OF_OWNER: Final = Statement(
    select(*_facts).where(IntakeFileRow.owner_id == _account).order_by(IntakeFileRow.created_at),
    into=FileFacts,
)
FIND_ANSWERS: Final = Statement(select(OrderRow.intake).where(OrderRow.order_id == bindparam("order_id")))
FIND_ANSWERS_OF_ACCOUNT: Final = Statement(
    select(OrderRow.order_id, OrderRow.intake)
    .where(
        or_(OrderRow.provider_id == _account, OrderRow.client_id == _account), OrderRow.intake.is_not(None)
    )
    .order_by(OrderRow.order_id),
    into=OrderAnswers,
)
FIND_ANSWERS_OF_ORDERS: Final = Statement(
    select(OrderRow.order_id, OrderRow.intake)
    .where(OrderRow.order_id == any_(bindparam("order_ids", type_=ARRAY(Text))), OrderRow.intake.is_not(None))
    .order_by(OrderRow.order_id),
    into=OrderAnswers,
)


async def add_file(tx: Transaction, file_id: str, owner_id: str, picture: Picture, now: datetime) -> None:
    """Keep a picture that waits for its order."""
    await ADD_FILE.run(
        tx,
        file_id=file_id,
        owner_id=owner_id,
        content=picture.content,
        width=picture.width,
        height=picture.height,
        created_at=now,
    )


async def waiting_files(tx: Connection, owner_id: str) -> int:
    """How many pictures of this account or guest wait for an order."""
    return await COUNT_WAITING.value(tx, owner_id=owner_id)


async def order_of_file(tx: Connection, file_id: str) -> str | None:
    """The order that a picture belongs to; None while it waits for one, and for an unknown id."""
    return await FIND_ORDER_OF_FILE.value(tx, file_id=file_id)


async def content_of(tx: Connection, file_id: str) -> bytes:
    """A picture."""
    return await FIND_CONTENT.value(tx, file_id=file_id)


async def files_of_order(tx: Connection, order_id: str) -> list[FileFacts]:
    """The pictures of an order."""
    return await FIND_FILES_OF_ORDER.all(tx, order_id=order_id)


async def files_of_owner(tx: Connection, account_id: str) -> list[FileFacts]:
    """All pictures that an account has sent, for its export."""
    return await FIND_FILES_OF_OWNER.all(tx, account_id=account_id)


async def answers_of_order(tx: Connection, order_id: str) -> list[dict[str, Any]]:
    """What the client of an order was asked, and answered."""
    return await FIND_ANSWERS.value(tx, order_id=order_id) or []


async def answers_of_account(tx: Connection, account_id: str) -> list[OrderAnswers]:
    """The answers of all orders of an account, on both sides, for its export."""
    return await FIND_ANSWERS_OF_ACCOUNT.all(tx, account_id=account_id)


async def answers_of_orders(tx: Connection, order_ids: Sequence[str]) -> list[OrderAnswers]:
    """The answers of these orders, for the data of a guest."""
    return await FIND_ANSWERS_OF_ORDERS.all(tx, order_ids=list(order_ids))
