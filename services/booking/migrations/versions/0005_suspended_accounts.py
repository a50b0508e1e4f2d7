"""Accounts that the staff have suspended."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute(
        """
        ALTER TABLE account
            ADD COLUMN suspended boolean NOT NULL DEFAULT false,
            ADD COLUMN standing_revision bigint NOT NULL DEFAULT 0
        """
    )
    op.execute("ALTER TABLE provider ADD COLUMN suspended boolean NOT NULL DEFAULT false")
