"""Calls about where a provider's sessions are held (api.md 3); providers only."""

from typing import Annotated

from chassis.errors import Forbidden
from chassis.http.callers import Account
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter, Depends, Request

from profiles.profile import service as profile_service
from profiles.profile.store import known_provider
from profiles.venues import service
from profiles.venues.schemas import (
    PlaceArchive,
    PlaceOrder,
    PlaceUpdate,
    RemoteMeetings,
    TravelAreaForm,
    VenueAnswer,
)

router = APIRouter(prefix="/api", tags=["venues"], route_class=Route)

PLACES_SAVED = "Your places were saved."
AREA_SAVED = "The area in which you go to clients was saved."
REMOTE_SAVED = "Your settings for remote sessions were saved."


async def _default_server(request: Request) -> str:
    return request.app.state.settings.meeting_server


DefaultServer = Annotated[str, Depends(_default_server)]
"""The meeting server that the deployment offers; '' for none."""


@router.get("/get_venue_settings")
async def get_venue_settings(caller: Account, tx: Reading, server: DefaultServer) -> Answer[VenueAnswer]:
    """Where the caller's sessions are held."""
    if not await known_provider(tx, caller.id):
        raise Forbidden(profile_service.NOT_A_PROVIDER)
    return done(VenueAnswer(venue_settings=await service.venue_settings(tx, caller.id, server)))


@router.post("/update_remote_meetings")
async def update_remote_meetings(
    wanted: RemoteMeetings, caller: Account, tx: Writing, server: DefaultServer
) -> Answer[VenueAnswer]:
    """Say how the links of the caller's remote sessions come about."""
    await service.save_remote(tx, caller.id, wanted, server)
    return done(VenueAnswer(venue_settings=await service.venue_settings(tx, caller.id, server)), REMOTE_SAVED)


@router.post("/update_travel_area")
async def update_travel_area(
    form: TravelAreaForm, caller: Account, tx: Writing, server: DefaultServer
) -> Answer[VenueAnswer]:
    """Say where the caller goes to clients."""
    await service.save_area(tx, caller.id, form)
    return done(VenueAnswer(venue_settings=await service.venue_settings(tx, caller.id, server)), AREA_SAVED)


@router.post("/update_place")
async def update_place(
    form: PlaceUpdate, caller: Account, tx: Writing, server: DefaultServer
) -> Answer[VenueAnswer]:
    """Create or change one of the caller's places."""
    await service.save_place(tx, caller.id, form)
    return done(VenueAnswer(venue_settings=await service.venue_settings(tx, caller.id, server)), PLACES_SAVED)


@router.post("/archive_place")
async def archive_place(
    wanted: PlaceArchive, caller: Account, tx: Writing, server: DefaultServer
) -> Answer[VenueAnswer]:
    """Take one of the caller's places out of what is offered, or back."""
    await service.archive_place(tx, caller.id, wanted)
    return done(VenueAnswer(venue_settings=await service.venue_settings(tx, caller.id, server)), PLACES_SAVED)


@router.post("/order_places")
async def order_places(
    wanted: PlaceOrder, caller: Account, tx: Writing, server: DefaultServer
) -> Answer[VenueAnswer]:
    """Put the caller's places into another order."""
    await service.order_places(tx, caller.id, wanted.iv_place_ids)
    return done(VenueAnswer(venue_settings=await service.venue_settings(tx, caller.id, server)), PLACES_SAVED)
