"""Calls about files of a provider's clients (api.md 4): 403 for anybody who is no provider."""

from typing import Annotated, Final

from chassis.clock import Clock
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from chassis.media.serving import attachment
from chassis.media.upload_route import RequestUploads, upload_route
from chassis.media.uploads import file_taken_in
from fastapi import APIRouter, Depends, Response

from booking.client_files import service
from booking.client_files.rules import ENOUGH, kept_name
from booking.client_files.schemas import ClientFileKept, ClientFileRemoval, ClientFiles, NewClientFile
from booking.client_files.store import StoredFile
from booking.orders.schemas import Nothing
from booking.projections.provider_callers import ProviderAccount

router: Final = APIRouter(prefix="/api", tags=["clients"], route_class=Route)
with_file: Final = APIRouter(prefix="/api", tags=["clients"], route_class=upload_route(1))

KEPT: Final = "The file was added."
REMOVED: Final = "The file was removed."


@router.get("/get_client_files/{client_id}")
async def get_client_files(client_id: str, caller: ProviderAccount, tx: Reading) -> Answer[ClientFiles]:
    """What the caller keeps with a client."""
    return done(await service.client_files(tx, caller.id, client_id))


async def _taken(new: NewClientFile, caller: ProviderAccount, uploads: RequestUploads) -> StoredFile:
    del caller  # who may call is checked before the file is decoded

    def picture(upload: bytes) -> StoredFile:
        from booking.client_files.pictures import picture_of  # noqa: PLC0415 - Pillow, when a picture comes

        return StoredFile(kept_name(new.iv_name, "picture"), "picture", picture_of(upload))

    taken = await file_taken_in(uploads, new.iv_media_base, picture, enough=ENOUGH)
    return taken if isinstance(taken, StoredFile) else StoredFile(kept_name(new.iv_name, "pdf"), "pdf", taken)


TakenFile = Annotated[StoredFile, Depends(_taken)]
"""The file of the request. Comes before `Writing` among the parameters: no transaction waits for it."""


@with_file.post("/add_client_file")
async def add_client_file(
    new: NewClientFile, caller: ProviderAccount, file: TakenFile, tx: Writing, clock: Clock
) -> Answer[ClientFileKept]:
    """Keep a picture or a PDF with a client of the caller's."""
    kept = await service.keep_file(tx, caller.id, new.iv_client_id, file, clock())
    return done(ClientFileKept(file=kept), KEPT)


@router.get("/get_client_file/{file_id}", include_in_schema=False)
async def get_client_file(file_id: str, caller: ProviderAccount, tx: Reading) -> Response:
    """A file, to be saved: browsers show none of it on these pages (product.md 4.17)."""
    file = await service.file_of(tx, caller.id, file_id)
    return attachment(file.content, file.kind, name=file.name)


@router.post("/remove_client_file")
async def remove_client_file(
    removal: ClientFileRemoval, caller: ProviderAccount, tx: Writing
) -> Answer[Nothing]:
    """Remove a file of the caller's."""
    await service.remove_file(tx, caller.id, removal.iv_file_id)
    return done(Nothing(), REMOVED)
