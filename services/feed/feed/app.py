"""The feed service: posts, comments, reposts, bookmarks and their pictures."""

from typing import Final

from chassis.app import Service, Wiring, create_service
from chassis.media.storage import media_ready
from fastapi import FastAPI

from feed.accounts import events as account_events
from feed.accounts import routes as accounts
from feed.bookmarks import routes as bookmarks
from feed.comments import routes as comments
from feed.media import routes as media
from feed.media.jobs import sweeping
from feed.people import events as people_events
from feed.posts import routes as posts
from feed.posts.jobs import publish_scheduled
from feed.posts.replays import all_posts
from feed.reposts import routes as reposts
from feed.settings import FeedSettings
from feed.standing import events as standing_events
from feed.standing.jobs import release_evidence
from feed.wall import routes as wall
from feed.wall.cards import cards_ready

DATABASE_SETTINGS: Final = {"plan_cache_mode": "force_generic_plan", "random_page_cost": "1.1"}
"""A plan is made once for each statement. Left to itself PostgreSQL expects so much of knowing a category or
a time that it plans each page anew (measured: 840 instead of 350 µs)."""


def create_app(settings: FeedSettings, wiring: Wiring | None = None) -> FastAPI:
    """The service as one ASGI application."""
    return create_service(
        Service(
            name="feed",
            settings=settings,
            routers=[
                wall.direct,
                wall.router,
                posts.router,
                comments.router,
                reposts.router,
                bookmarks.router,
                media.router,
                media.direct,
                accounts.router,
            ],
            consumers=[*people_events.CONSUMERS, *standing_events.CONSUMERS, *account_events.CONSUMERS],
            replays=[all_posts],
            jobs=[publish_scheduled, sweeping(settings.media_url), release_evidence],
            lifespans=[media_ready, cards_ready],
            database_settings=DATABASE_SETTINGS,
        ),
        wiring or Wiring(),
    )
