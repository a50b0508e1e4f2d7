"""The staff look through the reports of one type by an index, however few of them there are."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("CREATE INDEX ix_report_type ON report (report_type, status, report_id)")
