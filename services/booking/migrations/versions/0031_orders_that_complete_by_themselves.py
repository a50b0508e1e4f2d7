"""Find agreed orders whose sessions are over, and keep when an order was completed."""

from alembic import op

revision = "0031"
down_revision = "0030"

ENDED = "ix_booking_order_agreed_ends_at"


def upgrade() -> None:
    op.execute("ALTER TABLE booking_order ADD COLUMN IF NOT EXISTS completed_at timestamptz")
    with op.get_context().autocommit_block():
        op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {ENDED}")
        op.execute(
            f"CREATE INDEX CONCURRENTLY {ENDED} ON booking_order (ends_at) "
            "WHERE ends_at IS NOT NULL AND status IN ('accepted', 'ongoing')"
        )
