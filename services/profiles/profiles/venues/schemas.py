"""Requests and answers about where a provider's sessions are held."""

from typing import Annotated

from contracts.events.profiles import RemoteKind as RemoteKindData
from contracts.rules import (
    AreaPostcodes,
    AreaRadius,
    City,
    Country,
    PlaceIds,
    PlaceName,
    PlaceNote,
    PlaceStreet,
    Postcode,
    RemoteKind,
    RemoteLink,
    RemoteServer,
    Text,
    YesOrNo,
)
from contracts.rules.checks import Required, TextMax
from contracts.rules.fields import Latitude, Longitude
from contracts.rules.lists import BlankIsNone
from pydantic import BaseModel, Field

PlaceId = Annotated[str, Text(Required(), TextMax(64))]


class RemoteMeetings(BaseModel):
    """How the links of remote sessions come about. What does not belong to the kind is not kept."""

    iv_remote_kind: RemoteKind
    iv_remote_link: RemoteLink = ""
    iv_remote_server: RemoteServer = ""


class TravelAreaForm(BaseModel):
    """Where the provider goes to clients: postcodes, and a radius around a point. Degrees; without a point
    there is no radius.
    """

    iv_area_postcodes: AreaPostcodes = Field(default_factory=list[str])
    iv_area_radius: AreaRadius = None
    iv_area_latitude: Annotated[Latitude | None, BlankIsNone] = None
    iv_area_longitude: Annotated[Longitude | None, BlankIsNone] = None


class PlaceUpdate(BaseModel):
    """The form of a place. `iv_place_id` is 'none' when creating."""

    iv_place_id: PlaceId = "none"
    iv_name: PlaceName
    iv_street: PlaceStreet
    iv_postcode: Postcode
    iv_city: City
    iv_country: Country
    iv_note: PlaceNote = ""


class PlaceArchive(BaseModel):
    """Whether a place is archived."""

    iv_place_id: PlaceId
    iv_archived: YesOrNo


class PlaceOrder(BaseModel):
    """The places that are not archived, in the order in which clients see them; the first is usual."""

    iv_place_ids: PlaceIds


class PlaceData(BaseModel):
    """One of the caller's places."""

    place_id: str
    name: str
    street: str
    postcode: str
    city: str
    country: str
    note: str
    archived: bool


class VenueSettings(BaseModel):
    """Where the caller's sessions are held. `default_server` is '' where the deployment offers none. The area
    is where the caller goes to clients.
    """

    remote_kind: RemoteKindData
    remote_link: str
    remote_server: str
    default_server: str
    area_postcodes: list[str]
    area_radius: int | None
    area_latitude: float | None
    area_longitude: float | None
    places: list[PlaceData]


class VenueAnswer(BaseModel):
    """The settings as they now are."""

    venue_settings: VenueSettings
