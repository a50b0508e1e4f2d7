"""The column that tells where a provider's sessions are held, as events carry it (product.md 3.12)."""

from typing import Final

from sqlalchemy import column, func, literal_column, select, table
from sqlalchemy.dialects.postgresql import aggregate_order_by

from profiles.profile.models import ProfileRow

# By name: the folder `venues` knows this one, and a circle would follow from its models.
_REMOTE: Final = ("kind", "link", "server")
_PLACE: Final = ("place_id", "name", "street", "postcode", "city", "country", "note")
_AREA: Final = (
    ("postcodes", "area_postcodes"),
    ("radius_km", "area_radius"),
    ("latitude", "area_latitude"),
    ("longitude", "area_longitude"),
)
_settings = table(
    "venue_settings",
    column("account_id"),
    *(column(f"remote_{name}") for name in _REMOTE),
    *(column(name) for _, name in _AREA),
)
_places = table("place", column("provider_id"), column("position"), column("archived"), *map(column, _PLACE))
_remote = (
    select(
        func.json_build_object(
            *(part for name in _REMOTE for part in (name, getattr(_settings.c, f"remote_{name}")))
        )
    )
    .where(_settings.c.account_id == ProfileRow.account_id)
    .correlate(ProfileRow)
    .scalar_subquery()
)
_offered = (
    select(
        func.json_agg(
            aggregate_order_by(
                func.json_build_object(*(part for name in _PLACE for part in (name, _places.c[name]))),
                _places.c.position,
                _places.c.place_id,
            )
        )
    )
    .where(_places.c.provider_id == ProfileRow.account_id, ~_places.c.archived)
    .correlate(ProfileRow)
    .scalar_subquery()
)
_area = (
    select(func.json_build_object(*(part for name, kept in _AREA for part in (name, _settings.c[kept]))))
    .where(_settings.c.account_id == ProfileRow.account_id)
    .correlate(ProfileRow)
    .scalar_subquery()
)
VENUES: Final = func.json_build_object(
    "remote",
    func.coalesce(_remote, literal_column("'{}'::json")),
    "places",
    func.coalesce(_offered, literal_column("'[]'::json")),
    "area",
    func.coalesce(_area, literal_column("'{}'::json")),
).label("venues")
"""JSON as `VenueTerms` has it."""
