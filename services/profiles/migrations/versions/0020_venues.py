"""Where a provider's sessions are held (product.md 3.12)."""

from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE venue_settings (
            account_id text NOT NULL,
            remote_kind text NOT NULL DEFAULT '',
            remote_link text NOT NULL DEFAULT '',
            remote_server text NOT NULL DEFAULT '',
            CONSTRAINT pk_venue_settings PRIMARY KEY (account_id),
            CONSTRAINT ck_venue_settings_remote_kind CHECK (remote_kind IN ('', 'link', 'template', 'room'))
        )
        """
    )
    op.execute(
        """
        CREATE TABLE place (
            place_id text NOT NULL,
            provider_id text NOT NULL,
            position integer NOT NULL,
            name text NOT NULL,
            street text NOT NULL,
            postcode text NOT NULL,
            city text NOT NULL,
            country text NOT NULL,
            note text NOT NULL DEFAULT '',
            archived boolean NOT NULL DEFAULT false,
            CONSTRAINT pk_place PRIMARY KEY (place_id)
        )
        """
    )
    op.execute("CREATE INDEX ix_place_provider_id ON place (provider_id)")
    op.execute("ALTER TABLE service ADD COLUMN place_ids text[] NOT NULL DEFAULT '{}'")
