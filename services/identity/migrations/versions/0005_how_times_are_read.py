"""The zone and the clock on which an account reads times, as its devices say."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute(
        """
        ALTER TABLE account
            ADD COLUMN timezone text NOT NULL DEFAULT '',
            ADD COLUMN hour_cycle text NOT NULL DEFAULT ''
                CONSTRAINT ck_account_hour_cycle CHECK (hour_cycle IN ('', 'h12', 'h23'))
        """
    )
