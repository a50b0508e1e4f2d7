"""A provider who is away takes no bookings before the day of their return (product.md 3.10)."""

from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    op.execute("ALTER TABLE provider ADD COLUMN away_until date")
