"""From release 1.0.0 to 1.1.0: autovacuum follows the jobs that delete rows."""

from alembic import op
from chassis import schema_steps, tables

revision = "0009"
down_revision = "0008"

PRUNED = ("removed_post",)


def upgrade() -> None:
    with op.get_context().autocommit_block():
        tables.follow_deletions(op)
        schema_steps.vacuum_pruned(op, *PRUNED)
