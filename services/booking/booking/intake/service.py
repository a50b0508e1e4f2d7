"""Keeping files that answer a question, and showing answers to the two sides of an order."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from chassis.db import Connection, Transaction
from chassis.errors import NotFound
from chassis.http.envelope import refuse_fields
from chassis.ids import new_id

from booking.intake import store
from booking.intake.rules import MOST_BYTES_WAITING, MOST_WAITING
from booking.intake.schemas import AnswerData, FileKept, OrderAnswersData
from booking.intake.store import FileFacts, IntakeFile
from booking.orders.access import Bearer, order_for

TOO_MANY_WAIT: Final = "Too many of your files wait for a booking. Use them, or try again tomorrow."
NO_ROOM: Final = "The files for a booking can have at most 50 MB together."
NO_FILE: Final = "This file does not exist."


async def keep_file(tx: Transaction, owner_id: str, file: IntakeFile, now: datetime) -> FileKept:
    """Keep a file for an order that its owner is about to place, for a day (product.md 4.21).

    Raises a refusal when too many of them wait, or too large ones.
    """
    await store.lock_owner(tx, owner_id)
    waiting = await store.waiting_files(tx, owner_id)
    if waiting.files >= MOST_WAITING:
        raise refuse_fields(iv_media_base=TOO_MANY_WAIT)
    if waiting.size + len(file.content) > MOST_BYTES_WAITING:
        raise refuse_fields(iv_media_base=NO_ROOM)
    file_id = new_id()
    await store.add_file(tx, file_id, owner_id, file, now)
    return FileKept(
        file_id=file_id, kind=file.kind, width=file.width, height=file.height, size=len(file.content)
    )


async def order_answers(tx: Connection, order_id: str, bearer: Bearer) -> OrderAnswersData:
    """What the client of an order was asked, and answered, for its two sides (product.md 4.21).

    Raises what `order_for` raises.
    """
    await order_for(tx, order_id, bearer)
    kept = await store.answers_of_order(tx, order_id)
    files = await store.files_of_order(tx, order_id) if kept else []
    return OrderAnswersData(answers=list(answers_with_files(kept, files)))


def answers_with_files(kept: Iterable[Mapping[str, Any]], files: Iterable[FileFacts]) -> Iterable[AnswerData]:
    """The answers as they are shown, with what is said of their files."""
    known = {each.file_id: _kept(each) for each in files}
    for each in kept:
        file = known.get(each["answer"]) if each["kind"] == "file" else None
        answer = "" if each["kind"] == "file" else each["answer"]
        yield AnswerData.model_validate({**each, "answer": answer, "file": file})


def _kept(facts: FileFacts) -> FileKept:
    return FileKept(
        file_id=facts.file_id, kind=facts.kind, width=facts.width, height=facts.height, size=facts.size
    )


async def file_of(tx: Connection, file_id: str, bearer: Bearer) -> IntakeFile:
    """A file of an order, for its two sides.

    Raises what `order_for` raises, and NotFound for a file that is in no order.
    """
    order_id = await store.order_of_file(tx, file_id)
    if order_id is None:
        raise NotFound(NO_FILE)
    await order_for(tx, order_id, bearer)
    file = await store.file_of(tx, file_id)
    if file is None:
        raise NotFound(NO_FILE)
    return file
