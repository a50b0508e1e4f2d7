"""What profiles owns: profiles, services, circles, views of pages, and what the staff look after."""

from datetime import timedelta
from zlib import crc32

from contracts.reference import minor_digits, minor_units
from profiles.audit_log.models import StaffActRow
from profiles.circle.models import InterestRow
from profiles.finance.models import FinanceSettingsRow
from profiles.page_views.models import PageViewRow
from profiles.profile.models import ProfileRow
from profiles.safety.models import ReportRow
from profiles.services.models import ServiceRow
from profiles.support_requests.models import UserRequestRow

from demo.bookings import service_id
from demo.moderation import Moderation
from demo.people import Offer, Provider
from demo.rows.tables import Row, Tables
from demo.social import Interest
from demo.world import Account, World


def profiles_rows(world: World, interests: list[Interest], moderation: Moderation) -> Tables:
    """Everything that profiles owns of the demo."""
    offered = [(host, host.provider) for host in world.hosts if host.provider]
    return [
        (ProfileRow, [*(_profile(*each) for each in offered), *(_picture(each) for each in world.guests)]),
        (ServiceRow, [row for each in offered for row in _services(*each)]),
        (FinanceSettingsRow, [_finance(*each) for each in offered]),
        (
            InterestRow,
            [
                {
                    "account_id": each.account.id,
                    "provider_id": each.provider.id,
                    "interest": True,
                    "trusted": each.trusted,
                    "changed_at": each.at,
                    "revision": each.revision,
                }
                for each in interests
            ],
        ),
        (PageViewRow, [row for host, _ in offered for row in _views(world, host)]),
        (ReportRow, [each.row for each in moderation.reports]),
        (UserRequestRow, moderation.requests),
        (StaffActRow, moderation.acts),
    ]


def _views(world: World, host: Account) -> list[Row]:
    """Views of a page on each of the last ninety days: always the same for the same account and day."""
    today = world.now.date()
    days = [today - timedelta(days=ago) for ago in range(90)]
    return [
        {"provider_id": host.id, "day": day, "views": 2 + crc32(f"{host.email} {day:%a %W}".encode()) % 17}
        for day in days
    ]


def _profile(host: Account, provider: Provider) -> Row:
    return {
        "account_id": host.id,
        "completed_at": host.created_at,
        "category": provider.category,
        "expertise": provider.expertise,
        "contact_phone": provider.phone,
        "phone_shown_to": provider.phone_to,
        "street_shown_to": provider.street_to,
        "country": provider.country,
        "city": provider.city,
        "currency": provider.priced_in,
        "location_address": provider.address,
        "delivery_mode": provider.mode,
        "bio": provider.bio,
        "timezone": provider.zone,
        "languages": list(provider.languages),
        "skills": list(provider.skills),
        "policy_perks": list(provider.perks),
        "avatar": host.avatar,
        "manually_verified": provider.verified,
        "created_at": host.created_at,
        "revision": host.profile_revision,
    }


def _picture(client: Account) -> Row:
    return {
        "account_id": client.id,
        "timezone": client.zone,
        "avatar": client.avatar,
        "created_at": client.created_at,
        "revision": client.profile_revision,
    }


def _services(host: Account, provider: Provider) -> list[Row]:
    offers: list[tuple[Offer, str]] = [
        *((each, "active") for each in provider.services),
        *((each, "archived") for each in provider.archived),
    ]
    return [
        {
            "service_id": service_id(host, offer),
            "provider_id": host.id,
            "name": offer.name,
            "duration_minutes": offer.minutes,
            "cost_minor": minor_units(offer.cost, provider.priced_in),
            "currency": provider.priced_in,
            "minor_digits": minor_digits(provider.priced_in),
            "delivery_mode": offer.mode,
            "brief": offer.brief,
            "status": status,
            "created_at": host.created_at,
            "revision": 1 if status == "active" else 2,
        }
        for offer, status in offers
    ]


def _finance(host: Account, provider: Provider) -> Row:
    return {
        "account_id": host.id,
        "fee_policy": "non-negotiable" if provider.since % 3 else "negotiable",
        "payment_methods": list(provider.methods),
        "payment_note": provider.note,
    }
