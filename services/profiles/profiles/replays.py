"""The present state as events, for a service that rebuilds a projection."""

from collections.abc import AsyncIterator

from chassis.db import Transaction
from chassis.replay import replays
from contracts.event import Event
from contracts.events.profiles import (
    AvatarChanged,
    BlockChanged,
    CircleChanged,
    ProfileUpdated,
    ServiceChanged,
)
from contracts.events.profiles_moderation import PostStandingChanged, ReviewStandingChanged, StandingChanged

from profiles.circle.store import every_interest
from profiles.moderation.review_standing_store import every_review_standing
from profiles.moderation.store import every_post_standing, every_standing
from profiles.profile.serializers import profile_facts
from profiles.profile.store import every_profile
from profiles.safety.store import every_block
from profiles.services.serializers import service_facts
from profiles.services.store import every_service


@replays
async def all_profiles(tx: Transaction) -> AsyncIterator[Event]:
    """Every profile, and the pictures also of accounts that are no provider's."""
    async for profile in every_profile(tx):
        yield ProfileUpdated(profile=profile_facts(profile))
        yield AvatarChanged(account_id=profile.account_id, avatar=profile.avatar, revision=profile.revision)


@replays
async def all_services(tx: Transaction) -> AsyncIterator[Event]:
    """Every service, the deleted ones included."""
    async for service in every_service(tx):
        yield ServiceChanged(service=service_facts(service))


@replays
async def all_circles(tx: Transaction) -> AsyncIterator[Event]:
    """Every interest, the removed ones included."""
    async for row in every_interest(tx):
        yield CircleChanged(
            account_id=row.account_id,
            provider_id=row.provider_id,
            interest=row.interest,
            trusted=row.trusted,
            revision=row.revision,
        )


@replays
async def all_blocks(tx: Transaction) -> AsyncIterator[Event]:
    """Every block, the lifted ones included."""
    async for row in every_block(tx):
        yield BlockChanged(
            blocker_id=row.blocker_id,
            blocked_id=row.blocked_id,
            blocked=row.blocked,
            revision=row.revision,
        )


@replays
async def all_standings(tx: Transaction) -> AsyncIterator[Event]:
    """Every account that the staff ever suspended, with its present standing."""
    async for row in every_standing(tx):
        yield StandingChanged(
            account_id=row.account_id,
            suspended=row.suspended,
            title="",
            note="",
            revision=row.revision,
        )


@replays
async def all_post_standings(tx: Transaction) -> AsyncIterator[Event]:
    """Every post that the staff ever hid, with its present standing."""
    async for row in every_post_standing(tx):
        yield PostStandingChanged(
            post_id=row.post_id,
            owner_id=row.owner_id,
            hidden=row.hidden,
            title="",
            note="",
            revision=row.revision,
        )


@replays
async def all_review_standings(tx: Transaction) -> AsyncIterator[Event]:
    """Every review that the staff ever took down, with its present standing."""
    async for row in every_review_standing(tx):
        yield ReviewStandingChanged(
            review_id=row.review_id,
            owner_id=row.owner_id,
            removed=row.removed,
            title="",
            note="",
            revision=row.revision,
        )
