"""Calls that take a provider's clients from a file (api.md 4): 403 for anybody who is no provider."""

from typing import Final

from chassis.clock import Clock
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.languages import AcceptLanguage
from chassis.media.upload_route import upload_route
from fastapi import APIRouter

from booking.client_imports import service
from booking.client_imports.file_reading import ReadFile
from booking.client_imports.schemas import ClientImport, ImportCounts, ImportPreview
from booking.projections.provider_callers import ProviderAccount

router: Final = APIRouter(prefix="/api", tags=["clients"], route_class=upload_route(1))
IMPORTED: Final = "The clients were imported."


@router.post("/preview_client_import")
async def preview_client_import(
    caller: ProviderAccount, read: ReadFile, tx: Writing, clock: Clock, language: AcceptLanguage
) -> Answer[ImportPreview]:
    """What the import of a CSV file would do with each of its rows. Nothing is imported."""
    return done(await service.preview(tx, caller.id, read, language, clock()))


@router.post("/import_clients")
async def import_clients(
    file: ClientImport, caller: ProviderAccount, read: ReadFile, tx: Writing, clock: Clock
) -> Answer[ImportCounts]:
    """Import a CSV file as its preview said."""
    counts = await service.import_clients(tx, caller.id, read, file.iv_preview, clock())
    return done(counts, IMPORTED)
