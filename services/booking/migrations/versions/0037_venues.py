"""Where a provider's sessions are held (product.md 3.12 and 4.8)."""

from alembic import op

revision = "0037"
down_revision = "0035"


def upgrade() -> None:
    op.execute("ALTER TABLE provider ADD COLUMN venues jsonb NOT NULL DEFAULT '{}'")
    op.execute("ALTER TABLE service ADD COLUMN place_ids text[] NOT NULL DEFAULT '{}'")
    op.execute("ALTER TABLE booking_order ADD COLUMN place jsonb")
