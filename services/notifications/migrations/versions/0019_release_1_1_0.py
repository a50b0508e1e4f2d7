"""From release 1.0.0 to 1.1.0: what a provider's clients are mailed in place of the standard texts, and
autovacuum that follows the jobs that delete rows.
"""

from alembic import op
from chassis import schema_steps, tables

revision = "0019"
down_revision = "0017"


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute("ALTER TABLE person ADD COLUMN IF NOT EXISTS texts jsonb NOT NULL DEFAULT '{}'")
        tables.follow_deletions(op)
        schema_steps.vacuum_pruned(
            op, "guest_data_grant", "mail", "mailbox_entry", toasted=("mail", "mailbox_entry")
        )
        schema_steps.build_index(op, "ix_guest_data_grant_expires_at", "guest_data_grant (expires_at)")
        # Old mails are found by their id, whoever they were sent to: each mail had to be entered here too.
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS ix_mail_guest_created_at")
