"""The share card of a post."""

from collections.abc import Callable
from functools import partial

import orjson
from chassis.media.share_cards.card import ShareCard
from chassis.media.share_cards.serving import draw_card
from chassis.media.storage import Media
from contracts.share_cards import starred

from feed.media.rules import digest_in, key_of
from feed.timeline.schemas import PostCard

CARD_PICTURE = "full.jpg"


async def card_drawing(post: PostCard, media: Media) -> Callable[[], bytes]:
    """What draws the card of a post (product.md 2.8): caption, author, rating and the first picture; to be
    called in a thread."""
    return partial(
        draw_card,
        ShareCard(
            title=post.post_brief,
            title_lines=3,
            second_title=post.proxy_owner_name or post.name,
            subtitle=post.proxy_owner_name or post.name,
            detail=post.expertise,
            starred=starred(post.rating_all_avg, post.rating_client_size),
            picture=await _first_picture(post, media),
            is_round=False,
        ),
    )


async def _first_picture(post: PostCard, media: Media) -> bytes | None:
    if post.media_name == "none":
        return None
    digest = digest_in(orjson.loads(post.media_name)[0])
    key = key_of(digest, CARD_PICTURE) if digest else None
    return await media.get(key) if key else None
