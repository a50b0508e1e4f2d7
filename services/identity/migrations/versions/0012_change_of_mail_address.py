"""Changes of mail addresses that wait for both sides."""

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute(
        """
        CREATE TABLE mail_change (
            account_id text PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            new_email text NOT NULL,
            old_digest bytea CONSTRAINT uq_mail_change_old_digest UNIQUE,
            new_digest bytea CONSTRAINT uq_mail_change_new_digest UNIQUE,
            expires_at timestamptz NOT NULL
        )
        """
    )
    op.execute("CREATE INDEX ix_mail_change_expires_at ON mail_change (expires_at)")
