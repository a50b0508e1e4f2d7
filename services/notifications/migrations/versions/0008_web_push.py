"""The keys of browsers that take push messages (RFC 8291)."""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute(
        """
        ALTER TABLE push_token
            ADD COLUMN p256dh text,
            ADD COLUMN auth text,
            ADD CONSTRAINT ck_push_token_subscription CHECK (
                num_nonnulls(p256dh, auth) = 0 OR num_nonnulls(p256dh, auth) = 2 AND platform = 'web'
            )
        """
    )
