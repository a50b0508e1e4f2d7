"""A provider's page can be paused (product.md 3.10)."""

from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute(
        """
        ALTER TABLE profile
            ADD COLUMN away boolean NOT NULL DEFAULT false,
            ADD COLUMN away_until date,
            ADD COLUMN away_ends_at timestamptz,
            ADD COLUMN away_message text NOT NULL DEFAULT ''
        """
    )
    # Scans the table only as long as it takes to see that both are null everywhere.
    op.execute(
        """
        ALTER TABLE profile ADD CONSTRAINT ck_profile_away_ends_at
            CHECK ((away_until IS NULL) = (away_ends_at IS NULL)) NOT VALID
        """
    )
    op.execute("ALTER TABLE profile VALIDATE CONSTRAINT ck_profile_away_ends_at")
