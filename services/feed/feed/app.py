"""The feed service: posts, comments, reposts, bookmarks and their pictures."""

from pathlib import Path
from typing import Final

from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.data_exports import DataExport
from chassis.media.share_cards.serving import share_cards_ready
from chassis.media.storage import media_ready
from contracts.events.feed import FeedDataCollected
from fastapi import FastAPI

from feed.bookmarks import routes as bookmarks
from feed.comments import routes as comments
from feed.export import internal_routes as export
from feed.export.account_data import held_by_feed
from feed.handlers import HANDLERS
from feed.jobs import (
    add_sitemap_pages,
    forget_removed_posts,
    publish_scheduled,
    release_evidence,
    sweep_orphans,
)
from feed.media import routes as media
from feed.public_pages import routes as public_pages
from feed.publishing import routes as publishing
from feed.replays import all_posts
from feed.reposts import routes as reposts
from feed.settings import FeedSettings
from feed.timeline import routes as timeline
from feed.timeline.card_cache import cards_ready

DATABASE_SETTINGS: Final = {"plan_cache_mode": "force_generic_plan", "random_page_cost": "1.1"}
"""A plan is made once for each statement. Left to itself PostgreSQL expects so much of knowing a category or
a time that it plans each page anew (measured: 840 instead of 350 µs)."""


def create_app(settings: FeedSettings, wiring: Wiring | None = None) -> FastAPI:
    """The service as one ASGI application."""
    return create_service(
        ServiceDefinition(
            name="feed",
            migrations=Path(__file__).parents[1] / "migrations",
            settings=settings,
            routers=[
                timeline.direct,
                timeline.router,
                publishing.router,
                publishing.with_pictures,
                comments.router,
                reposts.router,
                bookmarks.router,
                media.router,
                media.direct,
                export.router,
                public_pages.router,
            ],
            consumers=HANDLERS,
            replays=[all_posts],
            jobs=[
                publish_scheduled,
                sweep_orphans(settings.media_url),
                release_evidence,
                add_sitemap_pages,
                forget_removed_posts,
            ],
            data_export=DataExport(collect=held_by_feed, collected=FeedDataCollected),
            lifespans=[media_ready, cards_ready, share_cards_ready],
            database_settings=DATABASE_SETTINGS,
        ),
        wiring or Wiring(),
    )
