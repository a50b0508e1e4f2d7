"""Identity's part of export_account_data, and its word on download_data_export; the gateway composes both."""

from chassis.clock import Clock
from chassis.errors import LoginOver, NotFound
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from identity.export.account_data import held_by_identity
from identity.export.schemas import AccountExport, ReadyExport
from identity.export.service import count_export
from identity.export.store import export_of
from identity.logins.dependencies import SteppedUpLogin

router = APIRouter(prefix="/internal", tags=["internal"], route_class=Route)


@router.get("/export")
async def export(caller: SteppedUpLogin, tx: Writing, clock: Clock) -> Answer[AccountExport]:
    """Everything that identity stores about the caller, who has shown lately who they are. More than five
    times in a day the whole export is refused: the gateway answers as identity does (product.md 1.10).
    """
    await count_export(tx, caller.account_id, now=clock())
    held = await held_by_identity(tx, caller.account_id)
    if held is None:
        raise LoginOver
    return done(held)


@router.get("/ready_data_export/{export_id}")
async def ready_data_export(
    export_id: str, caller: SteppedUpLogin, tx: Reading, clock: Clock
) -> Answer[ReadyExport]:
    """The caller's export, if it is ready to be downloaded; 404 for every other id."""
    found = await export_of(tx, caller.account_id)
    if found is None or found.export_id != export_id or found.state(clock()) != "ready":
        raise NotFound
    return done(ReadyExport(size=sum(found.sizes.values())))
