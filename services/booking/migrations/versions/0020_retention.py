"""Orders of guests by their end, for the job that makes old ones anonymous, and by address, for the guest."""

from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute(
        "CREATE INDEX ix_booking_order_guest_email ON booking_order (client_email) WHERE guest_id IS NOT NULL"
    )
    op.execute(
        "CREATE INDEX ix_booking_order_guest_ends_at ON booking_order (ends_at) WHERE guest_id IS NOT NULL"
    )
