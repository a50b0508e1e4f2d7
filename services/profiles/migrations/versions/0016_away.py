"""A provider's page can be paused (product.md 3.10)."""

from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.execute(
        """
        ALTER TABLE profile
            ADD COLUMN IF NOT EXISTS away boolean NOT NULL DEFAULT false,
            ADD COLUMN IF NOT EXISTS away_until date,
            ADD COLUMN IF NOT EXISTS away_ends_at timestamptz,
            ADD COLUMN IF NOT EXISTS away_message text NOT NULL DEFAULT ''
        """
    )
    op.execute(
        """
        DO $$ BEGIN
            ALTER TABLE profile ADD CONSTRAINT ck_profile_away_ends_at
                CHECK ((away_until IS NULL) = (away_ends_at IS NULL)) NOT VALID;
        EXCEPTION WHEN duplicate_object THEN NULL;
        END $$
        """
    )
    with op.get_context().autocommit_block():
        op.execute("ALTER TABLE profile VALIDATE CONSTRAINT ck_profile_away_ends_at")
