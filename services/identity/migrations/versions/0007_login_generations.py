"""Generations of a login's tokens, the cookie that they are bound to, the zone and last use of a device."""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute(
        """
        ALTER TABLE login
            ADD COLUMN generation integer NOT NULL DEFAULT 0,
            ADD COLUMN rotations jsonb NOT NULL DEFAULT '[]',
            ADD COLUMN replaced_expires_at timestamptz,
            ADD COLUMN cookie_digest text NOT NULL DEFAULT '',
            ADD COLUMN timezone text NOT NULL DEFAULT '',
            ADD COLUMN last_used_at timestamptz
        """
    )
    op.execute("CREATE INDEX ix_login_replaced_expires_at ON login (replaced_expires_at)")
