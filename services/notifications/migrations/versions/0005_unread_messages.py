"""What waits to be read is counted by an index of just that, however many conversations an account has."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("CREATE INDEX ix_conversation_side_unread ON conversation_side (account_id) WHERE unread > 0")
