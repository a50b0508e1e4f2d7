"""Accounts of the staff, and suspended ones."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.execute(
        """
        ALTER TABLE account
            ADD COLUMN staff boolean NOT NULL DEFAULT false,
            ADD COLUMN suspended boolean NOT NULL DEFAULT false,
            ADD COLUMN standing_revision bigint NOT NULL DEFAULT 0
        """
    )
