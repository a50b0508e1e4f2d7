"""What runs by the clock for public pages, and the card of a provider."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from chassis.db import Transaction
from chassis.jobs import job
from chassis.media.share_cards.card import ShareCard
from chassis.media.share_cards.serving import draw_card
from chassis.media.storage import Media
from chassis.retention import prune
from contracts.share_cards import starred

from profiles.avatar.rules import MEDIA
from profiles.drawn_avatar.drawing import ground_of
from profiles.profile.rules import initials_of
from profiles.profile.schemas import ProviderProfile
from profiles.public_pages import store


@job(every=timedelta(minutes=10))
async def add_sitemap_pages(tx: Transaction, now: datetime) -> None:
    """Begin pages of the sitemap as they fill up."""
    await store.PAGES.add_pages(tx, now)


@job(every=timedelta(hours=12), prunes=store.OLD_USERNAMES)
async def forget_former_usernames(tx: Transaction, now: datetime) -> bool:
    """Forget usernames that were gone long ago."""
    return await prune(tx, store.OLD_USERNAMES, now)


async def card_drawing(profile: ProviderProfile, media: Media) -> Callable[[], bytes]:
    """What draws the card of a provider's page (product.md 2.8); to be called in a thread."""
    account, rating = profile.account_data, profile.rating_summary
    initials = initials_of(account.name, account.username)
    picture = None
    if account.media_name != "none":
        picture = await media.get(account.avatar.removeprefix(MEDIA))
    return partial(
        draw_card,
        ShareCard(
            title=account.name,
            title_lines=2,
            second_title=account.username,
            subtitle=account.expertise,
            detail=", ".join(filter(None, (account.city, account.country.rpartition("-")[0]))),
            starred=starred(rating.rating, rating.reviews),
            picture=picture,
            initials=initials,
            ground=ground_of(initials),
        ),
    )
