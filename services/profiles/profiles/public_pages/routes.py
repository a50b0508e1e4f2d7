"""Public pages as others see them: a provider's share card for everybody, the rest for the gateway."""

from typing import Annotated

from chassis.errors import NotFound
from chassis.http.dependencies import Reading, database_of
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from chassis.media.share_cards.serving import RequestShareCards, served_card
from chassis.media.storage import RequestMedia
from contracts.rules.numbers import PlainWhole
from contracts.share_cards import provider_card_path
from fastapi import APIRouter, Query, Request, Response

from profiles.profile.service import NO_SUCH_PROVIDER
from profiles.provider_page.page import shown_profile
from profiles.public_pages import store
from profiles.public_pages.schemas import PageStanding, SitemapEntry, SitemapPage, SitemapSize
from profiles.public_pages.service import card_drawing

router = APIRouter(tags=["public pages"], route_class=Route)

Username = Annotated[str, Query(max_length=64, pattern=r"^[^\x00]*$")]


@router.get("/media/provider_cards/{account_id}/{version}.jpg", include_in_schema=False)
async def provider_card(
    account_id: str, version: str, request: Request, media: RequestMedia, cards: RequestShareCards
) -> Response:
    """The share card of a provider whom guests may see; 404 for anybody else (product.md 2.8).

    The connection goes back before the card is drawn.
    """
    del version
    async with database_of(request).reading() as tx:
        profile = await shown_profile(tx, account_id, "")
    if not profile.account_data.onboardProfile:
        raise NotFound(NO_SUCH_PROVIDER)
    path = provider_card_path(profile.account_data.model_dump(), profile.rating_summary.model_dump())
    return await served_card(cards, request, path, await card_drawing(profile, media))


@router.get("/internal/gone_provider")
async def gone_provider(tx: Reading, username: Username) -> Answer[PageStanding]:
    """Whether the page of this username is gone, rather than never there."""
    return done(PageStanding(gone=await store.is_gone(tx, username)))


@router.get("/internal/sitemap_size")
async def sitemap_size(tx: Reading) -> Answer[SitemapSize]:
    """How many pages the sitemap of providers has."""
    return done(SitemapSize(pages=await store.PAGES.count(tx)))


@router.get("/internal/sitemap_page/{number}")
async def sitemap_page(number: Annotated[int, PlainWhole], tx: Reading) -> Answer[SitemapPage]:
    """The providers of one page, by id; 404 when there is no such page."""
    listed = await store.page_of(tx, number)
    if listed is None:
        raise NotFound
    return done(
        SitemapPage(
            entries=[SitemapEntry(username=each.username, changed_at=each.changed_at) for each in listed]
        )
    )
