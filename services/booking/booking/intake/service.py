"""Keeping pictures that answer a question, and showing answers to the two sides of an order."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from chassis.db import Connection, Transaction
from chassis.errors import NotFound
from chassis.http.envelope import refuse_fields
from chassis.ids import new_id

from booking.intake import store
from booking.intake.schemas import AnswerData, FileKept, OrderAnswersData
from booking.intake.store import FileFacts, Picture
from booking.orders.access import Bearer, order_for

MOST_WAITING: Final = 20
TOO_MANY_WAIT: Final = "Too many of your pictures wait for a booking. Use them, or try again tomorrow."
NO_FILE: Final = "This picture does not exist."


async def keep_file(tx: Transaction, owner_id: str, picture: Picture, now: datetime) -> FileKept:
    """Keep a picture for an order that its owner is about to place, for a day (product.md 4.21).

    Raises a refusal when too many of them wait.
    """
    if await store.waiting_files(tx, owner_id) >= MOST_WAITING:
        raise refuse_fields(iv_media_base=TOO_MANY_WAIT)
    file_id = new_id()
    await store.add_file(tx, file_id, owner_id, picture, now)
    return FileKept(file_id=file_id, width=picture.width, height=picture.height, size=len(picture.content))


async def order_answers(tx: Connection, order_id: str, bearer: Bearer) -> OrderAnswersData:
    """What the client of an order was asked, and answered, for its two sides (product.md 4.21).

    Raises what `order_for` raises.
    """
    await order_for(tx, order_id, bearer)
    kept = await store.answers_of_order(tx, order_id)
    files = await store.files_of_order(tx, order_id) if kept else []
    return OrderAnswersData(answers=list(answers_with_files(kept, files)))


def answers_with_files(kept: Iterable[Mapping[str, Any]], files: Iterable[FileFacts]) -> Iterable[AnswerData]:
    """The answers as they are shown, with what is said of their pictures."""
    known = {
        each.file_id: FileKept(file_id=each.file_id, width=each.width, height=each.height, size=each.size)
        for each in files
    }
    for each in kept:
        file = known.get(each["answer"]) if each["kind"] == "file" else None
        answer = "" if each["kind"] == "file" else each["answer"]
        yield AnswerData.model_validate({**each, "answer": answer, "file": file})


async def file_content(tx: Connection, file_id: str, bearer: Bearer) -> bytes:
    """A picture of an order, for its two sides.

    Raises what `order_for` raises, and NotFound for a picture that is in no order.
    """
    order_id = await store.order_of_file(tx, file_id)
    if order_id is None:
        raise NotFound(NO_FILE)
    await order_for(tx, order_id, bearer)
    return await store.content_of(tx, file_id)
