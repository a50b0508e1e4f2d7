"""Tells the services what the others own, by the owners' replays and the services' own handlers."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Final

from booking.handlers import HANDLERS as BOOKING
from booking.replays import all_provider_hours
from chassis.db import Transaction
from chassis.events import Consumer
from chassis.replay import Replay
from contracts.event import Event
from contracts.events.booking_ratings import RatingGiven
from feed.handlers import HANDLERS as FEED
from feed.replays import all_posts
from identity.handlers import on_avatar, on_profile
from identity.replays import all_accounts
from notifications.handlers import consumers
from profiles.handlers import on_account, on_rating
from profiles.replays import all_profiles, all_services

_REPLAYS: Final[tuple[tuple[str, Replay], ...]] = (
    ("identity", all_accounts),
    ("profiles", all_profiles),
    ("profiles", all_services),
    ("booking", all_provider_hours),
    ("feed", all_posts),
)


async def tell(
    databases: Mapping[str, Transaction], targets: Iterable[str], ratings: Sequence[RatingGiven]
) -> None:
    """Let each of the `targets` hear of accounts, profiles, services, hours, posts and `ratings`.

    Orders and circles are too many to be told one by one: `rows.copies` writes what is known of them.
    """
    hear: dict[str, Sequence[Consumer]] = {
        "identity": (on_profile, on_avatar),
        "profiles": (on_account, on_rating),
        "feed": FEED,
        "booking": BOOKING,
        "notifications": consumers(""),
    }
    async for event in _everything(databases, ratings):
        for target in targets:
            for consumer in hear[target]:
                if isinstance(event, consumer.event_types):
                    await consumer(event, databases[target])


async def _everything(
    databases: Mapping[str, Transaction], ratings: Sequence[RatingGiven]
) -> AsyncIterator[Event]:
    for owner, replay in _REPLAYS:
        async for event in replay(databases[owner]):
            yield event.model_copy(update={"replayed": True})
    for event in ratings:
        yield event
