"""The profiles service on one screen."""

from typing import Final

from chassis.app import Service, Wiring, create_service
from chassis.media.storage import media_ready
from fastapi import FastAPI

from profiles import replays
from profiles.accounts.events import on_account, on_account_deleted
from profiles.avatar.routes import router as avatar
from profiles.avatar.saving import sweeping
from profiles.circle.routes import router as circle
from profiles.export.routes import router as export
from profiles.finance.routes import router as finance
from profiles.moderation.events import on_evidence
from profiles.moderation.routes import router as moderation
from profiles.profile.routes import router as profile
from profiles.ratings.events import on_rating
from profiles.reference.routes import router as reference
from profiles.requests.routes import router as requests
from profiles.safety.events import on_order
from profiles.safety.routes import router as safety
from profiles.search.frequencies import KnownFrequencies
from profiles.search.routes import router as search
from profiles.services.routes import router as services
from profiles.settings import ProfilesSettings

DATABASE_SETTINGS: Final = {"plan_cache_mode": "force_generic_plan", "random_page_cost": "1.1"}
"""A plan is made once for each statement, not for each search: which way one goes, `search.rules` says."""


def create_app(settings: ProfilesSettings, wiring: Wiring | None = None) -> FastAPI:
    """Provider profiles, services, pictures, circles, blocks, reports and the search."""
    app = create_service(
        Service(
            name="profiles",
            settings=settings,
            routers=[
                profile,
                services,
                avatar,
                circle,
                safety,
                requests,
                moderation,
                finance,
                search,
                reference,
                export,
            ],
            consumers=[on_account, on_account_deleted, on_rating, on_order, on_evidence],
            replays=[
                replays.all_profiles,
                replays.all_services,
                replays.all_circles,
                replays.all_blocks,
                replays.all_standings,
                replays.all_post_standings,
            ],
            jobs=[sweeping(settings.media_url)],
            lifespans=[media_ready],
            database_settings=DATABASE_SETTINGS,
        ),
        wiring or Wiring(),
    )
    app.state.search_frequencies = KnownFrequencies()
    return app
