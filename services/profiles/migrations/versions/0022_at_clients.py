"""Services that are held at the client's address, and where a provider goes (product.md 3.14)."""

from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.execute(
        """
        ALTER TABLE service
            ADD COLUMN IF NOT EXISTS at_client boolean NOT NULL DEFAULT false,
            ADD COLUMN IF NOT EXISTS travel_before integer NOT NULL DEFAULT 0,
            ADD COLUMN IF NOT EXISTS travel_after integer NOT NULL DEFAULT 0
        """
    )
    op.execute(
        """
        ALTER TABLE venue_settings
            ADD COLUMN IF NOT EXISTS area_postcodes text[] NOT NULL DEFAULT '{}',
            ADD COLUMN IF NOT EXISTS area_radius integer,
            ADD COLUMN IF NOT EXISTS area_latitude double precision,
            ADD COLUMN IF NOT EXISTS area_longitude double precision
        """
    )
    op.execute(
        """
        DO $$ BEGIN
            ALTER TABLE service ADD CONSTRAINT ck_service_travel
                CHECK (travel_before BETWEEN 0 AND 240 AND travel_after BETWEEN 0 AND 240) NOT VALID;
        EXCEPTION WHEN duplicate_object THEN NULL;
        END $$
        """
    )
    with op.get_context().autocommit_block():
        op.execute("ALTER TABLE service VALIDATE CONSTRAINT ck_service_travel")
