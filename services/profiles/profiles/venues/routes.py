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
from profiles.venues.schemas import RemoteMeetings, VenueAnswer

router = APIRouter(prefix="/api", tags=["venues"], route_class=Route)

REMOTE_SAVED = "Your settings for remote sessions were saved."


def _default_server(request: Request) -> str:
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
