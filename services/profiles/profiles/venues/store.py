"""Reading and writing where a provider's sessions are held."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from contracts.events.profiles import RemoteTerms, TravelArea
from sqlalchemy import ARRAY, Text, any_, bindparam, func, select, update
from sqlalchemy.dialects.postgresql import insert

from profiles.venues.models import PlaceRow, VenueSettingsRow


@dataclass(frozen=True, slots=True)
class Place:
    """A place as it was when it was read."""

    place_id: str
    name: str
    street: str
    postcode: str
    city: str
    country: str
    note: str
    archived: bool


_REMOTE: Final = ("remote_kind", "remote_link", "remote_server")
_AREA: Final = ("area_postcodes", "area_radius", "area_latitude", "area_longitude")
_remote = insert(VenueSettingsRow).values(params("account_id", *_REMOTE))
SAVE_REMOTE: Final = Statement(
    _remote.on_conflict_do_update(
        index_elements=[VenueSettingsRow.account_id],
        set_={name: _remote.excluded[name] for name in _REMOTE},
    )
)
_area = insert(VenueSettingsRow).values(params("account_id", *_AREA))
SAVE_AREA: Final = Statement(
    _area.on_conflict_do_update(
        index_elements=[VenueSettingsRow.account_id],
        set_={name: _area.excluded[name] for name in _AREA},
    )
)
FIND_AREA: Final = Statement(
    select(
        VenueSettingsRow.area_postcodes.label("postcodes"),
        VenueSettingsRow.area_radius.label("radius_km"),
        VenueSettingsRow.area_latitude.label("latitude"),
        VenueSettingsRow.area_longitude.label("longitude"),
    ).where(VenueSettingsRow.account_id == bindparam("account_id"))
)
FIND_REMOTE: Final = Statement(
    select(
        VenueSettingsRow.remote_kind.label("kind"),
        VenueSettingsRow.remote_link.label("link"),
        VenueSettingsRow.remote_server.label("server"),
    ).where(VenueSettingsRow.account_id == bindparam("account_id"))
)


async def save_remote(tx: Transaction, account_id: str, remote: RemoteTerms) -> None:
    """Write how the links of remote sessions come about."""
    await SAVE_REMOTE.run(
        tx,
        account_id=account_id,
        remote_kind=remote.kind,
        remote_link=remote.link,
        remote_server=remote.server,
    )


async def save_area(tx: Transaction, account_id: str, area: TravelArea) -> None:
    """Write where the provider goes to clients."""
    await SAVE_AREA.run(
        tx,
        account_id=account_id,
        area_postcodes=area.postcodes,
        area_radius=area.radius_km,
        area_latitude=area.latitude,
        area_longitude=area.longitude,
    )


async def area_of(tx: Connection, account_id: str) -> TravelArea:
    """Where the provider goes to clients."""
    row = await FIND_AREA.one(tx, account_id=account_id)
    return TravelArea() if row is None else TravelArea.model_validate(dict(row))


async def remote_of(tx: Connection, account_id: str) -> RemoteTerms:
    """How the links of remote sessions come about."""
    row = await FIND_REMOTE.one(tx, account_id=account_id)
    return RemoteTerms() if row is None else RemoteTerms.model_validate(dict(row))


_ADDRESS: Final = ("name", "street", "postcode", "city", "country", "note")
_of_provider = PlaceRow.provider_id == bindparam("provider_id")
_this_place = (PlaceRow.place_id == bindparam("place_id"), _of_provider)
FIND_PLACES: Final = Statement(
    select(PlaceRow.place_id, *(getattr(PlaceRow, name) for name in _ADDRESS), PlaceRow.archived)
    .where(_of_provider)
    .order_by(PlaceRow.position, PlaceRow.place_id),
    into=Place,
)
_last = select(func.coalesce(func.max(PlaceRow.position), 0)).where(_of_provider).scalar_subquery()
ADD_PLACE: Final = Statement(
    insert(PlaceRow).values(position=_last + 1, **params("place_id", "provider_id", *_ADDRESS))
)
CHANGE_PLACE: Final = Statement(update(PlaceRow).where(*_this_place).values(params(*_ADDRESS)))
ARCHIVE_PLACE: Final = Statement(update(PlaceRow).where(*_this_place).values(params("archived")))
_order = bindparam("place_ids", type_=ARRAY(Text))
ORDER_PLACES: Final = Statement(
    update(PlaceRow)
    .where(_of_provider, PlaceRow.place_id == any_(_order))
    .values(position=func.array_position(_order, PlaceRow.place_id))
)


async def places_of(tx: Connection, provider_id: str) -> list[Place]:
    """The provider's places in their order, archived ones too."""
    return await FIND_PLACES.all(tx, provider_id=provider_id)


async def add_place(tx: Transaction, provider_id: str, place_id: str, values: dict[str, object]) -> None:
    """Write a new place, the last in the provider's order."""
    await ADD_PLACE.run(tx, provider_id=provider_id, place_id=place_id, **values)


async def change_place(tx: Transaction, provider_id: str, place_id: str, values: dict[str, object]) -> None:
    """Write another name and address of a place."""
    await CHANGE_PLACE.run(tx, provider_id=provider_id, place_id=place_id, **values)


async def archive_place(tx: Transaction, provider_id: str, place_id: str, *, archived: bool) -> None:
    """Take a place out of what is offered, or back."""
    await ARCHIVE_PLACE.run(tx, provider_id=provider_id, place_id=place_id, archived=archived)


async def order_places(tx: Transaction, provider_id: str, place_ids: Sequence[str]) -> None:
    """Give these places the order of their ids."""
    await ORDER_PLACES.run(tx, provider_id=provider_id, place_ids=list(place_ids))
