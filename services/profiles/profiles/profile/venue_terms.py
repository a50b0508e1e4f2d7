"""The column that tells where a provider's sessions are held, as events carry it (product.md 3.11)."""

from typing import Final

from sqlalchemy import column, func, literal_column, select, table

from profiles.profile.models import ProfileRow

# By name: the folder `venues` knows this one, and a circle would follow from its models.
_settings = table(
    "venue_settings",
    column("account_id"),
    column("remote_kind"),
    column("remote_link"),
    column("remote_server"),
)
_terms = (
    select(
        func.json_build_object(
            "remote",
            func.json_build_object(
                "kind",
                _settings.c.remote_kind,
                "link",
                _settings.c.remote_link,
                "server",
                _settings.c.remote_server,
            ),
        )
    )
    .where(_settings.c.account_id == ProfileRow.account_id)
    .correlate(ProfileRow)
    .scalar_subquery()
)
VENUES: Final = func.coalesce(_terms, literal_column("'{}'::json")).label("venues")
"""JSON as `VenueTerms` has it; empty of an account that has said nothing."""
