"""Which edition of the statement made a search listing, so that older ones are found and made anew."""

from alembic import op
from chassis import schema_steps

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    with op.get_context().autocommit_block():
        schema_steps.add_columns(op, "search_listing", "edition smallint NOT NULL DEFAULT 0")
        schema_steps.build_index(op, "ix_search_listing_edition", "search_listing (edition, provider_id)")
