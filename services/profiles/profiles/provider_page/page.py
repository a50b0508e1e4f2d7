"""An account's page as somebody may see it (product.md 3.6)."""

from typing import Final

import orjson
from chassis.db import Connection, Record
from chassis.errors import NotFound

from profiles.drawn_avatar.drawing import drawn_path
from profiles.profile.rules import initials_of, may_see_contact
from profiles.profile.schemas import AccountData, ProviderProfile, RatingSummary
from profiles.profile.service import NO_SUCH_PROVIDER
from profiles.provider_page.hot_sql import ACCOUNT_DATA
from profiles.services.serializers import service_json
from profiles.services.store import services_of


async def shown_profile(tx: Connection, account_id: str, viewer_id: str) -> ProviderProfile:
    """An account's page as `viewer_id` ('' for a visitor) may see it
    (product.md 3.6, 3.12 and 7.1).

    Of an account that is no provider others see a name and a picture, and nothing without a username.
    Raises `NotFound` when there is no such page, or either of the two blocks the other.
    """
    row = await ACCOUNT_DATA.one(tx, account_id=account_id, viewer_id=viewer_id)
    own = account_id == viewer_id
    if row is None or row["hidden"] or not (own or row["completed"] or row["username"]):
        raise NotFound(NO_SUCH_PROVIDER)
    services = [service_json(service) for service in await services_of(tx, account_id, ["active"])]
    return ProviderProfile(
        account_data=_account_data(row, orjson.dumps(services).decode(), own=own),
        rating_summary=RatingSummary(rating=row["average"], reviews=row["reviews"]),
    )


_OF_ADDRESS: Final = frozenset({"street", "postcode", "note"})


def _shown_place(place: dict[str, str], *, street: bool) -> dict[str, str]:
    """A place with its address, or with name and city alone (product.md 3.12)."""
    return {name: value if street or name not in _OF_ADDRESS else "" for name, value in place.items()}


_ALWAYS_SEEN: Final = frozenset({"owner_id", "name", "username"})


def _account_data(row: Record, services: str, *, own: bool) -> AccountData:
    avatar: str = row["avatar"]
    plain = ("owner_id", "name", "username", "bio", "expertise", "category", "country", "city", "currency",
             "delivery_mode", "timezone")  # fmt: skip
    seen = own or row["completed"]
    phone = own or (seen and may_see_contact(row["phone_shown_to"], booked=row["booked"]))
    street = own or (seen and may_see_contact(row["street_shown_to"], booked=row["booked"]))
    return AccountData(
        **{name: row[name] if seen or name in _ALWAYS_SEEN else "" for name in plain},
        **{
            name: orjson.dumps(row[name] if seen else []).decode()
            for name in ("skills", "languages", "policy_perks")
        },
        contact_phone=row["contact_phone"] if phone else "",
        phone_shown_to=row["phone_shown_to"],
        location_address=row["location_address"] if street else "",
        street_shown_to=row["street_shown_to"],
        places=orjson.dumps([_shown_place(place, street=street) for place in row["places"] if seen]).decode(),
        has_meeting_link=row["has_meeting_link"],
        services=services,
        trusted_by=row["trusted_by"],
        away=row["away"],
        away_until=row["away_until"],
        away_message=row["away_message"],
        email=row["email"] if own else "",
        avatar=avatar or drawn_path(initials_of(row["name"], row["username"])),
        media_name=avatar.rpartition("/")[2] or "none",
        onboardProfile=row["completed"],
        auto_verification=("verified" if row["verified"] else "unverified") if own else "",
        manual_verification="verified" if row["manually_verified"] else "unverified",
    )
