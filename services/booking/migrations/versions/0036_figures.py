"""Which side cancelled an order, for a provider's figures (product.md 4.18)."""

from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("ALTER TABLE booking_order ADD COLUMN IF NOT EXISTS cancelled_by text")
