"""Calls that take a provider's clients from a file (api.md 4): 403 for anybody who is no provider."""

from typing import Final

from chassis.clock import Clock
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.languages import AcceptLanguage
from chassis.media.upload_route import RequestUploads, upload_route
from chassis.media.uploads import bytes_taken_in
from fastapi import APIRouter

from booking.client_imports import service
from booking.client_imports.schemas import ClientFileToImport, ClientImport, ImportCounts, ImportPreview
from booking.projections.provider_callers import ProviderAccount

router: Final = APIRouter(prefix="/api", tags=["clients"], route_class=upload_route(1))
IMPORTED: Final = "The clients were imported."


@router.post("/preview_client_import")
async def preview_client_import(
    file: ClientFileToImport,
    caller: ProviderAccount,
    tx: Writing,
    uploads: RequestUploads,
    clock: Clock,
    language: AcceptLanguage,
) -> Answer[ImportPreview]:
    """What the import of a CSV file would do with each of its rows. Nothing is imported."""
    content = await bytes_taken_in(uploads, file.iv_media_base)
    return done(await service.preview(tx, caller.id, content, language, clock()))


@router.post("/import_clients")
async def import_clients(
    file: ClientImport, caller: ProviderAccount, tx: Writing, uploads: RequestUploads, clock: Clock
) -> Answer[ImportCounts]:
    """Import a CSV file as its preview said."""
    content = await bytes_taken_in(uploads, file.iv_media_base)
    counts = await service.import_clients(tx, caller.id, content, file.iv_preview, clock())
    return done(counts, IMPORTED)
