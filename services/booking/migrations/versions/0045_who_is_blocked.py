"""An index of blocked accounts: an account that is erased takes its blocks along, on both sides."""

from alembic import op

revision = "0045"
down_revision = "0044"


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS ix_block_blocked_id")
        op.execute("CREATE INDEX CONCURRENTLY ix_block_blocked_id ON block (blocked_id)")
