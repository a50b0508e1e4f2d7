"""The profiles service on one screen."""

from datetime import timedelta
from pathlib import Path
from typing import Final

from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.data_exports import DataExport
from chassis.media.share_cards.serving import share_cards_ready
from chassis.media.storage import media_ready
from contracts.events.profiles import ProfilesDataCollected
from fastapi import FastAPI

from profiles import replays
from profiles.audit_log.jobs import log_head_of_staff_log
from profiles.avatar.routes import router as avatar
from profiles.avatar.routes import with_picture as avatar_upload
from profiles.avatar.service import remove_discarded_pictures
from profiles.circle.routes import router as circle
from profiles.export.account_data import held_by_profiles
from profiles.export.internal_routes import router as export
from profiles.finance.routes import router as finance
from profiles.guest_data.internal_routes import router as guest_data
from profiles.guest_data.jobs import forget_guests
from profiles.handlers import (
    archiving,
    on_account,
    on_guest_data_requested,
    on_guest_erased,
    on_orders,
    on_rating,
    on_rating_summary,
    on_staff_act,
)
from profiles.listings.jobs import refill_older_listings
from profiles.moderation.routes import router as moderation
from profiles.page_views.counting import counting, forget_old_views
from profiles.page_views.routes import router as page_views
from profiles.provider_page.routes import router as profile
from profiles.public_pages.routes import router as public_pages
from profiles.public_pages.service import add_sitemap_pages, forget_former_usernames
from profiles.reference.routes import router as reference
from profiles.report_archive.jobs import remove_expired_reports
from profiles.safety.routes import router as safety
from profiles.search.routes import router as search
from profiles.search.statistics import KnownFrequencies
from profiles.services.routes import router as services
from profiles.settings import ProfilesSettings
from profiles.support_requests.routes import router as requests
from profiles.venues.routes import router as venues

DATABASE_SETTINGS: Final = {"plan_cache_mode": "force_generic_plan", "random_page_cost": "1.1"}
"""A plan is made once for each statement, not for each search: which way one goes, `search.rules` says."""


def create_app(settings: ProfilesSettings, wiring: Wiring | None = None) -> FastAPI:
    """Provider profiles, services, pictures, circles, blocks, reports and the search."""
    retention = timedelta(days=settings.report_archive_days)
    app = create_service(
        ServiceDefinition(
            name="profiles",
            migrations=Path(__file__).parents[1] / "migrations",
            settings=settings,
            routers=[
                profile,
                page_views,
                services,
                avatar,
                avatar_upload,
                circle,
                safety,
                requests,
                moderation,
                finance,
                venues,
                search,
                reference,
                public_pages,
                export,
                guest_data,
            ],
            consumers=[
                on_account,
                on_rating,
                on_rating_summary,
                on_orders,
                *archiving(retention),
                on_guest_data_requested,
                on_guest_erased,
                on_staff_act,
            ],
            replays=[
                replays.all_profiles,
                replays.all_services,
                replays.all_circles,
                replays.all_blocks,
                replays.all_standings,
                replays.all_post_standings,
                replays.all_review_standings,
            ],
            jobs=[
                remove_discarded_pictures(settings.media_url),
                add_sitemap_pages,
                forget_former_usernames,
                log_head_of_staff_log,
                remove_expired_reports,
                forget_old_views,
                refill_older_listings,
                forget_guests(timedelta(days=settings.guest_request_retention_days)),
            ],
            data_export=DataExport(collect=held_by_profiles, collected=ProfilesDataCollected),
            lifespans=[media_ready, share_cards_ready, counting],
            database_settings=DATABASE_SETTINGS,
        ),
        wiring or Wiring(),
    )
    app.state.search_frequencies = KnownFrequencies()
    return app
