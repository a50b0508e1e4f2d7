"""Public answers of profiles and feed, as their services give them to a guest."""

import json
from typing import Any

from testkit.gateway_harness import FakeService, enveloped

SERVICES = [
    {
        "service_id": "s1", "provider_id": "a1", "service": "Back massage", "duration": 45, "cost": 30,
        "currency": "EUR-ES", "delivery_mode": "in-person", "brief": "For tired backs.", "status": "active",
    },
    {
        "service_id": "s2", "provider_id": "a1", "service": "First talk", "duration": 15, "cost": 0,
        "currency": "EUR-ES", "delivery_mode": "remote", "brief": "", "status": "active",
    },
]  # fmt: skip


def provider(rating: float = 4.75, reviews: int = 8, **changed: Any) -> dict[str, Any]:
    """A get_provider_profile answer."""
    account = {
        "owner_id": "a1", "name": "Ana Pérez", "username": "ana", "email": "",
        "avatar": "/media/avatars/a.webp", "media_name": "a.webp", "bio": "I mend backs.",
        "expertise": "Physiotherapist", "skills": "[]",
        "languages": '["english","spanish"]', "policy_perks": "[]", "services": json.dumps(SERVICES),
        "category": "wellness", "contact_phone": "", "phone_shown_to": "booked", "country": "Spain-ES",
        "city": "A Coruña", "currency": "EUR-ES", "location_address": "", "street_shown_to": "booked",
        "delivery_mode": "hybrid", "timezone": "Europe/Madrid", "onboardProfile": True,
        "auto_verification": "", "manual_verification": "verified", "trusted_by": 3,
    }  # fmt: skip
    return {"account_data": account | changed, "rating_summary": {"rating": rating, "reviews": reviews}}


def post(**changed: Any) -> dict[str, Any]:
    """A get_feed_post answer."""
    card = {
        "post_id": "p1", "post_type": "post", "original_post_id": "", "owner_id": "a1", "name": "Ana Pérez",
        "username": "ana", "avatar": "/media/avatars/a.webp", "onboardProfile": True,
        "expertise": "Physiotherapist", "manual_verification": "verified", "rating_all_avg": 4.75,
        "rating_client_size": 8, "proxy_owner_id": "", "proxy_owner_name": "", "proxy_owner_username": "",
        "proxy_owner_avatar": "", "post_brief": "Six stretches\nfor tired backs", "repost_brief": "",
        "tags": '["backs","stretching"]', "media_name": f'["/media/posts/{"a" * 40}/card.webp"]',
        "category": "wellness", "status": "active", "post_active": "now",
        "post_date": "2026-11-20T09:30:00.000000Z", "created_date": "2026-11-20T09:30:00.000000Z",
        "post_audience": "all", "post_mature": "no", "comment_count": 2, "repost_count": 0,
        "bookmark_count": 1,
    }  # fmt: skip
    return card | changed


def not_found(service: FakeService, path: str) -> None:
    """Answer `path` as a service does for what a guest may not see."""
    body = b'{"status":false,"message":{"main_msg":"","iv_msg":{}},"data":null}'
    service.answers[path] = (404, {}, body)


def gone(service: FakeService, path: str, standing_path: str, *, was_there: bool) -> None:
    """Answer that a page is not there, and whether it was."""
    not_found(service, path)
    service.answers[standing_path] = (200, {}, enveloped({"gone": was_there}))
