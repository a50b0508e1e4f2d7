"""Public pages as others see them: a post's share card for everybody, the rest for the gateway."""

from typing import Annotated

from chassis.clock import Clock
from chassis.errors import NotFound
from chassis.http.dependencies import Reading, database_of
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from chassis.media.share_cards.serving import RequestShareCards, served_card
from chassis.media.storage import RequestMedia
from contracts.rules.numbers import PlainWhole
from contracts.share_cards import post_card_path
from fastapi import APIRouter, Request, Response

from feed.public_pages import store
from feed.public_pages.cards import card_drawing
from feed.public_pages.schemas import PageStanding, SitemapEntry, SitemapPage, SitemapSize
from feed.timeline.schemas import PostCard
from feed.timeline.store import one
from feed.timeline.visibility import NO_POST

router = APIRouter(tags=["public pages"], route_class=Route)


@router.get("/media/post_cards/{post_id}/{version}.jpg", include_in_schema=False)
async def post_card(
    post_id: str,
    version: str,
    request: Request,
    media: RequestMedia,
    cards: RequestShareCards,
    clock: Clock,
) -> Response:
    """The share card of a post that guests may see; 404 for any other (product.md 2.8).

    The connection goes back before the card is drawn.
    """
    del version
    async with database_of(request).reading() as tx:
        found = await one(tx, "", post_id, clock())
    if found is None:
        raise NotFound(NO_POST)
    post = PostCard.model_validate_json(found.json)
    return await served_card(
        cards, request, post_card_path(post.model_dump()), await card_drawing(post, media)
    )


@router.get("/internal/gone_post/{post_id}")
async def gone_post(post_id: str, tx: Reading) -> Answer[PageStanding]:
    """Whether this post is gone, rather than never there for everybody."""
    return done(PageStanding(gone=await store.is_gone(tx, post_id)))


@router.get("/internal/sitemap_size")
async def sitemap_size(tx: Reading) -> Answer[SitemapSize]:
    """How many pages the sitemap of posts has."""
    return done(SitemapSize(pages=await store.PAGES.count(tx)))


@router.get("/internal/sitemap_page/{number}")
async def sitemap_page(number: Annotated[int, PlainWhole], tx: Reading, clock: Clock) -> Answer[SitemapPage]:
    """The posts of one page, by id; 404 when there is no such page."""
    listed = await store.page_of(tx, number, clock())
    if listed is None:
        raise NotFound
    return done(
        SitemapPage(
            entries=[SitemapEntry(post_id=each.post_id, changed_at=each.changed_at) for each in listed]
        )
    )
