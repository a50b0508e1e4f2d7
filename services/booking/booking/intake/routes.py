"""Calls about what clients are asked. An addition to api.md 4."""

from typing import Annotated, Final

from chassis.clock import Clock
from chassis.http.callers import Anyone, signed_in_caller
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from chassis.media.serving import attachment
from chassis.media.upload_route import RequestUploads, upload_route
from chassis.media.uploads import file_taken_in
from fastapi import APIRouter, Depends, Response

from booking.intake import service
from booking.intake.rules import ENOUGH
from booking.intake.schemas import FileKept, NewFile, OrderAnswersData
from booking.intake.store import IntakeFile
from booking.orders.access import Bearer
from booking.orders.schemas import LinkToken
from booking.projections.confirmed_callers import ConfirmedOrGuest

router: Final = APIRouter(prefix="/api", tags=["orders"], route_class=Route)
with_file: Final = APIRouter(prefix="/api", tags=["orders"], route_class=upload_route(1, signed_in_caller))


def _picture(upload: bytes) -> IntakeFile:
    from booking.intake.pictures import picture_of  # noqa: PLC0415 - Pillow, when a picture comes

    return picture_of(upload)


async def _taken(new: NewFile, caller: ConfirmedOrGuest, uploads: RequestUploads) -> IntakeFile:
    del caller  # who may call is checked before the file is decoded
    taken = await file_taken_in(uploads, new.iv_media_base, _picture, enough=ENOUGH)
    return taken if isinstance(taken, IntakeFile) else IntakeFile(taken)


TakenFile = Annotated[IntakeFile, Depends(_taken)]
"""The file of the request. Comes before `Writing` among the parameters: no transaction waits for it."""


@with_file.post("/upload_intake_file")
async def upload_intake_file(
    caller: ConfirmedOrGuest, file: TakenFile, tx: Writing, clock: Clock
) -> Answer[FileKept]:
    """Keep a picture or a PDF that answers a question of an order which the caller is about to place."""
    return done(await service.keep_file(tx, caller.id, file, clock()))


@router.get("/get_order_answers/{order_id}")
async def get_order_answers(
    order_id: str, caller: Anyone, tx: Reading, token: LinkToken = ""
) -> Answer[OrderAnswersData]:
    """What the client of an order was asked when booking, and answered; for its two sides alone."""
    return done(await service.order_answers(tx, order_id, Bearer(caller, token)))


@router.get("/get_intake_file/{file_id}", include_in_schema=False)
async def get_intake_file(file_id: str, caller: Anyone, tx: Reading, token: LinkToken = "") -> Response:
    """A file among the answers (product.md 4.21), to be saved; for the two sides of its order alone."""
    file = await service.file_of(tx, file_id, Bearer(caller, token))
    return attachment(file.content, file.kind, stem="answer")
