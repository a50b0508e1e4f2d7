"""Calls about a person's circle (product.md 3.5; api.md 3)."""

from typing import Annotated, Literal

from chassis.clock import Clock
from chassis.errors import NotFound
from chassis.http.callers import Account
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done, rendered
from chassis.http.paging import PageQuery, cursor_of
from chassis.http.route import Route
from fastapi import APIRouter, Path, Response

from profiles.circle import service, store
from profiles.circle.responses import entries, notice_of, shown
from profiles.circle.schemas import (
    CircleEntry,
    InterestAdded,
    InterestRemoved,
    InterestRequest,
    TrustRequest,
    TrustStatus,
)
from profiles.profile.service import NO_SUCH_PROVIDER
from profiles.projections.confirmed_callers import ConfirmedAccount

router = APIRouter(prefix="/api", tags=["circle"], route_class=Route)

ADDED = "Provider was successfully added to your interests"
REMOVED = "Provider was successfully remove from your interests"
TRUST_SAVED = "Your trusted providers were successfully updated."


@router.post("/add_new_interest")
async def add_new_interest(
    request: InterestRequest, caller: Account, tx: Writing, clock: Clock
) -> Answer[InterestAdded]:
    """Take a provider into the caller's circle."""
    row = await service.add(tx, caller.id, request.iv_provider_id, now=clock())
    interests = await shown(tx, [row])
    if not interests:
        raise NotFound(NO_SUCH_PROVIDER)
    notice = await notice_of(tx, caller.id, request.iv_provider_id)
    return done(
        InterestAdded(interest_info=interests[0], notification_data=notice, additional_update={}), ADDED
    )


@router.post("/remove_existing_interest")
async def remove_existing_interest(
    request: InterestRequest, caller: Account, tx: Writing, clock: Clock
) -> Answer[InterestRemoved]:
    """Let a provider go from the caller's circle."""
    await service.remove(tx, caller.id, request.iv_provider_id, now=clock())
    return done(InterestRemoved(provider_id=request.iv_provider_id), REMOVED)


@router.get("/get_my_circle", response_model=Answer[list[CircleEntry]])
async def get_my_circle(
    caller: Account,
    tx: Reading,
    page: PageQuery,
    filter: Literal["all", "trusted"] = "all",
) -> Response:
    """The providers in the caller's circle; the next page's cursor is in X-Next-Cursor."""
    after = str(page.after[0]) if page.after else ""
    rows = await store.circle_of(
        tx, caller.id, only_trusted=filter == "trusted", after=after, limit=page.limit + 1
    )
    continued = len(rows) > page.limit
    headers = [(b"x-next-cursor", cursor_of(rows[page.limit - 1].provider_id).encode())] if continued else ()
    return rendered(await entries(tx, rows[: page.limit]), headers)


@router.get("/get_trust_status/{providerId}")
async def get_trust_status(
    provider_id: Annotated[str, Path(alias="providerId", max_length=64)],
    caller: Account,
    tx: Reading,
) -> Answer[TrustStatus]:
    """Whether the caller trusts this provider; who blocks or is blocked is not there, as everywhere."""
    trusted = await store.trust_status(tx, caller.id, provider_id)
    if trusted is None:
        raise NotFound(NO_SUCH_PROVIDER)
    return done(TrustStatus(trust_status=trusted))


@router.post("/update_trust_status")
async def update_trust_status(
    request: TrustRequest, caller: ConfirmedAccount, tx: Writing, clock: Clock
) -> Answer[TrustStatus]:
    """Trust a provider, or no longer."""
    trusted = request.iv_trusted == "yes"
    row = await service.set_trust(tx, caller.id, request.iv_provider_id, trusted=trusted, now=clock())
    return done(TrustStatus(trust_status=row.trusted), TRUST_SAVED)
