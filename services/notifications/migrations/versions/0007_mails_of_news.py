"""What the mails about unread messages and about a circle that grows need to be sent once."""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute(
        """
        ALTER TABLE conversation_side
            ADD COLUMN unread_since timestamptz,
            ADD COLUMN mailed_at timestamptz
        """
    )
    op.execute("ALTER TABLE interest ADD COLUMN added_at timestamptz, ADD COLUMN mailed_at timestamptz")
    op.execute(
        "CREATE INDEX ix_conversation_side_unread_since ON conversation_side (unread_since)"
        " WHERE unread > 0 AND mailed_at IS NULL"
    )
    op.execute(
        "CREATE INDEX ix_interest_added_at ON interest (added_at)"
        " WHERE added_at IS NOT NULL AND mailed_at IS NULL"
    )
