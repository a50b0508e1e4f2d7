"""Orders that are held at the client's address, with the travel before and after them (product.md 4.22)."""

from alembic import op

revision = "0042"
down_revision = "0041"


def upgrade() -> None:
    op.execute(
        """
        ALTER TABLE service
            ADD COLUMN IF NOT EXISTS at_client boolean NOT NULL DEFAULT false,
            ADD COLUMN IF NOT EXISTS travel_before integer NOT NULL DEFAULT 0,
            ADD COLUMN IF NOT EXISTS travel_after integer NOT NULL DEFAULT 0
        """
    )
    op.execute("ALTER TABLE booking_order ADD COLUMN IF NOT EXISTS at_client boolean NOT NULL DEFAULT false")
