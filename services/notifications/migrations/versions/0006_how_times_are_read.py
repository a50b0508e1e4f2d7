"""The zone and the clock on which an account reads times, as identity publishes them."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute(
        """
        ALTER TABLE person
            ADD COLUMN timezone text NOT NULL DEFAULT '',
            ADD COLUMN hour_cycle text NOT NULL DEFAULT ''
        """
    )
