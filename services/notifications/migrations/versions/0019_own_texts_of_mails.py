"""What a provider's clients are mailed in place of the standard texts."""

from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.execute("ALTER TABLE person ADD COLUMN IF NOT EXISTS texts jsonb NOT NULL DEFAULT '{}'")
