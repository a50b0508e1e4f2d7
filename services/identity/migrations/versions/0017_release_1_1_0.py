"""From release 1.0.0 to 1.1.0: autovacuum follows the jobs that delete rows."""

from alembic import op
from chassis import schema_steps, tables

revision = "0017"
down_revision = "0016"

PRUNED = (
    "attempt",
    "challenge",
    "confirmation_code",
    "ended_login",
    "known_source",
    "login",
    "mail_change",
    "mail_link",
    "password_tries",
    "reserved_username",
)


def upgrade() -> None:
    with op.get_context().autocommit_block():
        tables.follow_deletions(op)
        schema_steps.vacuum_pruned(op, *PRUNED)
