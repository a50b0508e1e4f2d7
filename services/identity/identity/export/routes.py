"""start_data_export and get_data_export (api.md 2)."""

from datetime import timedelta

from chassis.clock import Clock
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from identity.export.schemas import DataExportState, export_state
from identity.export.service import start_export
from identity.export.store import export_of
from identity.logins.dependencies import ActiveLogin, SteppedUpLogin
from identity.settings import RequestSettings

router = APIRouter(prefix="/api", tags=["identity"], route_class=Route)


@router.post("/start_data_export")
async def start_data_export(
    caller: SteppedUpLogin, tx: Writing, settings: RequestSettings, clock: Clock
) -> Answer[DataExportState]:
    """Begin to collect all that is held about the caller. While one is being collected, answer that one."""
    now, kept = clock(), timedelta(days=settings.data_export_days)
    return done(export_state(await start_export(tx, caller.account_id, kept=kept, now=now), now))


@router.get("/get_data_export")
async def get_data_export(caller: ActiveLogin, tx: Reading, clock: Clock) -> Answer[DataExportState]:
    """How far the caller's newest export is."""
    return done(export_state(await export_of(tx, caller.account_id), clock()))
