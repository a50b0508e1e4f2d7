"""The queue of mails by what is sent first: codes and links that run out, however many others wait."""

from alembic import op

revision = "0014"
down_revision = "0012"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute(
        "CREATE INDEX ix_mail_due ON mail ((not_after IS NULL), next_attempt_at) "
        "WHERE sent_at IS NULL AND given_up_at IS NULL"
    )
    op.execute("DROP INDEX ix_mail_next_attempt_at_due")
