"""Calls about services (product.md 3.3)."""

from typing import Annotated, Final, Literal

import orjson
from chassis.errors import Forbidden, NotFound, Unauthenticated
from chassis.http.callers import Account, Anyone, viewer_id
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter, Query

from profiles.finance.store import DEFAULT_POLICY, settings_of
from profiles.profile.service import NO_SUCH_PROVIDER
from profiles.projections import store as accounts
from profiles.safety.store import blocks_between
from profiles.services import service, store
from profiles.services.rules import Request
from profiles.services.schemas import AccountServices, ServiceRequest, ServiceSaved, ServiceUpdate
from profiles.services.serializers import service_data

router = APIRouter(prefix="/api", tags=["services"], route_class=Route)

SERVICE_SAVED: Final = "Basic info successfully updated"
STATUS_SAVED: Final[dict[Request, str]] = {
    "service_restore": "Service was successfully restored",
    "service_archive": "Service was successfully archived",
    "service_delete": "Service was successfully deleted",
}
OWNER_ONLY: Final = "Only the provider sees archived services."
Filter = Literal["active", "archived", "all"]
_STATUSES: Final[dict[Filter, list[str]]] = {
    "active": ["active"],
    "archived": ["archived"],
    "all": ["active", "archived"],
}


@router.post("/update_account_services")
async def update_account_services(form: ServiceUpdate, caller: Account, tx: Writing) -> Answer[ServiceSaved]:
    """Create or change one of the caller's services."""
    saved = await service.save_service(tx, caller.id, form)
    return done(ServiceSaved(service_id=saved.service_id), SERVICE_SAVED)


@router.post("/archive_delete_account_services")
async def archive_delete_account_services(
    request: ServiceRequest, caller: Account, tx: Writing
) -> Answer[ServiceSaved]:
    """Restore, archive or delete one of the caller's services."""
    changed = await service.change_status(tx, caller.id, request)
    return done(ServiceSaved(service_id=changed.service_id), STATUS_SAVED[request.iv_request_type])


@router.get("/get_account_provider_services")
async def get_account_provider_services(
    caller: Anyone,
    tx: Reading,
    provider_id: Annotated[str, Query(max_length=64, pattern=r"^[^\x00]*$")] = "",
    filter: Filter = "active",
) -> Answer[AccountServices]:
    """A provider's services, the caller's own without `provider_id`; archived ones are for the owner."""
    viewer = viewer_id(caller)
    owner_id = provider_id or viewer
    if not owner_id:
        raise Unauthenticated
    if owner_id != viewer:
        if filter != "active":
            raise Forbidden(OWNER_ONLY)
        if not await accounts.shown_account(tx, owner_id):
            raise NotFound(NO_SUCH_PROVIDER)
        if viewer and await blocks_between(tx, viewer, owner_id):
            raise NotFound(NO_SUCH_PROVIDER)
    services = [service_data(each) for each in await store.services_of(tx, owner_id, _STATUSES[filter])]
    payment = await settings_of(tx, owner_id)
    return done(
        AccountServices(
            account_services=services,
            fee_policy=payment.fee_policy if payment else DEFAULT_POLICY,
            payment_methods=orjson.dumps(payment.payment_methods if payment else []).decode(),
            payment_note=payment.payment_note if payment else "",
        )
    )
