"""What a provider does to where their sessions are held: each verb writes and announces."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Final, cast

from chassis.db import Connection, Transaction
from chassis.errors import NotFound
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.profiles import ProfileUpdated, RemoteKind

from profiles.listings.store import refresh_listing
from profiles.profile.serializers import profile_facts
from profiles.profile.service import provider_profile
from profiles.profile.store import save
from profiles.venues import store
from profiles.venues.rules import check_order, check_place_count, checked_area, checked_remote
from profiles.venues.schemas import (
    PlaceArchive,
    PlaceData,
    PlaceUpdate,
    RemoteMeetings,
    TravelAreaForm,
    VenueSettings,
)
from profiles.venues.store import Place

NO_SUCH_PLACE: Final = "There is no such place."


async def venue_settings(tx: Connection, account_id: str, default_server: str) -> VenueSettings:
    """Where the sessions of this account are held."""
    remote = await store.remote_of(tx, account_id)
    area = await store.area_of(tx, account_id)
    return VenueSettings(
        remote_kind=remote.kind,
        remote_link=remote.link,
        remote_server=remote.server,
        default_server=default_server,
        area_postcodes=area.postcodes,
        area_radius=area.radius_km,
        area_latitude=area.latitude,
        area_longitude=area.longitude,
        places=[PlaceData(**asdict(place)) for place in await store.places_of(tx, account_id)],
    )


async def save_remote(tx: Transaction, account_id: str, wanted: RemoteMeetings, default_server: str) -> None:
    """Save how the links of the provider's remote sessions come about (product.md 3.12).

    Raises `Forbidden` when the caller is no provider, and what `checked_remote` raises.
    """
    await provider_profile(tx, account_id)
    kind = cast("RemoteKind", wanted.iv_remote_kind)
    remote = checked_remote(kind, wanted.iv_remote_link, wanted.iv_remote_server, default_server)
    await store.save_remote(tx, account_id, remote)
    await announce_venues(tx, account_id)


async def save_area(tx: Transaction, account_id: str, form: TravelAreaForm) -> None:
    """Save where the provider goes to clients (product.md 3.14).

    Raises `Forbidden` when the caller is no provider, and what `checked_area` raises.
    """
    await provider_profile(tx, account_id)
    point = (form.iv_area_latitude, form.iv_area_longitude)
    await store.save_area(tx, account_id, checked_area(form.iv_area_postcodes, form.iv_area_radius, point))
    await announce_venues(tx, account_id)


async def save_place(tx: Transaction, account_id: str, form: PlaceUpdate) -> str:
    """Write a new place, or another name and address of one (product.md 3.12); its id. Orders keep theirs.

    Raises `Forbidden` when the caller is no provider, `NotFound` for a place that is not theirs, and what
    `check_place_count` raises.
    """
    await provider_profile(tx, account_id)
    values = form.model_dump(exclude={"iv_place_id"})
    columns: dict[str, object] = {name.removeprefix("iv_"): value for name, value in values.items()}
    known = await store.places_of(tx, account_id)
    place_id = form.iv_place_id
    if place_id == "none":
        check_place_count(sum(not each.archived for each in known), len(known))
        place_id = new_id()
        await store.add_place(tx, account_id, place_id, columns)
    else:
        _own(known, place_id)
        await store.change_place(tx, account_id, place_id, columns)
    await refresh_listing(tx, account_id)
    await announce_venues(tx, account_id)
    return place_id


async def archive_place(tx: Transaction, account_id: str, wanted: PlaceArchive) -> None:
    """Take a place out of what is offered, or back. Raises as `save_place`."""
    await provider_profile(tx, account_id)
    known = await store.places_of(tx, account_id)
    archived = wanted.iv_archived == "yes"
    if _own(known, wanted.iv_place_id).archived and not archived:
        check_place_count(sum(not each.archived for each in known), 0)
    await store.archive_place(tx, account_id, wanted.iv_place_id, archived=archived)
    await refresh_listing(tx, account_id)
    await announce_venues(tx, account_id)


async def order_places(tx: Transaction, account_id: str, place_ids: Sequence[str]) -> None:
    """Put the places that are offered into this order. Raises `Forbidden`, and what `check_order` raises."""
    await provider_profile(tx, account_id)
    known = await store.places_of(tx, account_id)
    check_order([each.place_id for each in known if not each.archived], place_ids)
    await store.order_places(tx, account_id, place_ids)
    await announce_venues(tx, account_id)


def _own(known: Sequence[Place], place_id: str) -> Place:
    for place in known:
        if place.place_id == place_id:
            return place
    raise NotFound(NO_SUCH_PLACE)


async def announce_venues(tx: Transaction, account_id: str) -> None:
    """Tell the other services where sessions are held."""
    await emit(tx, ProfileUpdated(profile=profile_facts(await save(tx, account_id))))
