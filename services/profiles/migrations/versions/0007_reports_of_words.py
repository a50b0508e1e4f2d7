"""Comments, reviews and whole accounts can be reported."""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("ALTER TABLE report DROP CONSTRAINT ck_report_type")
    op.execute(
        "ALTER TABLE report ADD CONSTRAINT ck_report_type CHECK (report_type IN "
        "('posts', 'appointments', 'messages', 'comments', 'reviews', 'accounts')) NOT VALID"
    )
    op.execute("ALTER TABLE report VALIDATE CONSTRAINT ck_report_type")
