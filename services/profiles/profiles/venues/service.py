"""What a provider does to where their sessions are held: each verb writes and announces."""

from typing import cast

from chassis.db import Connection, Transaction
from chassis.outbox import emit
from contracts.events.profiles import ProfileUpdated, RemoteKind

from profiles.profile.serializers import profile_facts
from profiles.profile.service import provider_profile
from profiles.profile.store import save
from profiles.venues import store
from profiles.venues.rules import checked_remote
from profiles.venues.schemas import RemoteMeetings, VenueSettings


async def venue_settings(tx: Connection, account_id: str, default_server: str) -> VenueSettings:
    """Where the sessions of this account are held."""
    remote = await store.remote_of(tx, account_id)
    return VenueSettings(
        remote_kind=remote.kind,
        remote_link=remote.link,
        remote_server=remote.server,
        default_server=default_server,
    )


async def save_remote(tx: Transaction, account_id: str, wanted: RemoteMeetings, default_server: str) -> None:
    """Save how the links of the provider's remote sessions come about (product.md 3.11).

    Raises `Forbidden` when the caller is no provider, and what `checked_remote` raises.
    """
    await provider_profile(tx, account_id)
    kind = cast("RemoteKind", wanted.iv_remote_kind)
    remote = checked_remote(kind, wanted.iv_remote_link, wanted.iv_remote_server, default_server)
    await store.save_remote(tx, account_id, remote)
    await announce_venues(tx, account_id)


async def announce_venues(tx: Transaction, account_id: str) -> None:
    """Tell the other services where sessions are held; nothing that the search finds has changed."""
    await emit(tx, ProfileUpdated(profile=profile_facts(await save(tx, account_id))))
