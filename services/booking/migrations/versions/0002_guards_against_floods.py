"""When a guest's link was mailed last, and how many requests of one address are waiting."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.execute("ALTER TABLE booking_order ADD COLUMN link_mailed_at timestamptz")
    op.execute(
        """
        CREATE INDEX ix_booking_order_guest_pending ON booking_order (client_email)
            WHERE status = 'pending' AND guest_id IS NOT NULL
        """
    )
