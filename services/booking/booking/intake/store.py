"""Answers of orders, and the files among them, in the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from chassis.db import Connection, Statement, Transaction, params
from chassis.media.validation import FileKind
from chassis.retention import Retention
from sqlalchemy import (
    ARRAY,
    BigInteger,
    Text,
    any_,
    bindparam,
    cast,
    func,
    insert,
    literal_column,
    or_,
    select,
)

from booking.intake.rules import kind_of
from booking.orders.models import IntakeFileRow, OrderRow

WAITS: Final = timedelta(days=1)
"""How long a file waits for its order."""
UNUSED_FILES: Final = Retention(
    IntakeFileRow, IntakeFileRow.created_at, keeps=WAITS, only=(IntakeFileRow.order_id.is_(None),)
)


@dataclass(frozen=True, slots=True)
class IntakeFile:
    """A file as it is kept: a JPEG and its size in pixels, or a PDF, which has none."""

    content: bytes
    width: int = 0
    height: int = 0

    @property
    def kind(self) -> FileKind:
        """Whether it is a picture or a PDF."""
        return kind_of(self.width)


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is said of a file: `width` and `height` in pixels, 0 of a PDF; `size` in bytes."""

    file_id: str
    order_id: str
    width: int
    height: int
    size: int
    created_at: datetime

    @property
    def kind(self) -> FileKind:
        """Whether it is a picture or a PDF."""
        return kind_of(self.width)


@dataclass(frozen=True, slots=True)
class WaitingFiles:
    """How many files of a client wait for an order, and how many bytes they have together."""

    files: int
    size: int


@dataclass(frozen=True, slots=True)
class OrderAnswers:
    """What the client of an order was asked, and answered: the fields of `KeptAnswer` each."""

    order_id: str
    intake: list[dict[str, Any]]


_bytes = func.octet_length(IntakeFileRow.content)
_facts = (
    IntakeFileRow.file_id,
    func.coalesce(IntakeFileRow.order_id, "").label("order_id"),
    IntakeFileRow.width,
    IntakeFileRow.height,
    _bytes.label("size"),
    IntakeFileRow.created_at,
)
_account = bindparam("account_id")
ADD_FILE: Final = Statement(
    insert(IntakeFileRow).values(params("file_id", "owner_id", "content", "width", "height", "created_at"))
)
LOCK_OWNER: Final = Statement(
    select(
        func.pg_advisory_xact_lock(
            func.hashtextextended(bindparam("owner_id", type_=Text()), literal_column("8"))
        )
    )
)
"""Files of one owner are added one after another, so that their limits hold."""
COUNT_WAITING: Final = Statement(
    select(
        func.count().label("files"),
        cast(func.coalesce(func.sum(_bytes), literal_column("0")), BigInteger).label("size"),
    ).where(IntakeFileRow.owner_id == bindparam("owner_id"), IntakeFileRow.order_id.is_(None)),
    into=WaitingFiles,
)
FIND_ORDER_OF_FILE: Final = Statement(
    select(IntakeFileRow.order_id).where(IntakeFileRow.file_id == bindparam("file_id"))
)
FIND_CONTENT: Final = Statement(
    select(IntakeFileRow.content, IntakeFileRow.width, IntakeFileRow.height).where(
        IntakeFileRow.file_id == bindparam("file_id")
    ),
    into=IntakeFile,
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


async def add_file(tx: Transaction, file_id: str, owner_id: str, file: IntakeFile, now: datetime) -> None:
    """Keep a file that waits for its order."""
    await ADD_FILE.run(
        tx,
        file_id=file_id,
        owner_id=owner_id,
        content=file.content,
        width=file.width,
        height=file.height,
        created_at=now,
    )


async def lock_owner(tx: Transaction, owner_id: str) -> None:
    """Let no other file of this account or guest be added until the transaction ends."""
    await LOCK_OWNER.run(tx, owner_id=owner_id)


async def waiting_files(tx: Connection, owner_id: str) -> WaitingFiles:
    """The files of this account or guest that wait for an order."""
    return await COUNT_WAITING.one(tx, owner_id=owner_id) or WaitingFiles(0, 0)


async def order_of_file(tx: Connection, file_id: str) -> str | None:
    """The order that a file belongs to; None while it waits for one, and for an unknown id."""
    return await FIND_ORDER_OF_FILE.value(tx, file_id=file_id)


async def file_of(tx: Connection, file_id: str) -> IntakeFile | None:
    """A file with its content; None for an unknown id."""
    return await FIND_CONTENT.one(tx, file_id=file_id)


async def files_of_order(tx: Connection, order_id: str) -> list[FileFacts]:
    """The files of an order."""
    return await FIND_FILES_OF_ORDER.all(tx, order_id=order_id)


async def files_of_owner(tx: Connection, account_id: str) -> list[FileFacts]:
    """All files that an account has sent, for its export."""
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
