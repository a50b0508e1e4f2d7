"""What clients are asked when they book a service (product.md 3.13)."""

from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.execute("ALTER TABLE service ADD COLUMN IF NOT EXISTS questions jsonb NOT NULL DEFAULT '[]'")
