"""Booking rules of services. A service of before has none: it is booked as the provider's hours say."""

from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    op.execute(
        """
        ALTER TABLE service
            ADD COLUMN buffer_before integer NOT NULL DEFAULT 0,
            ADD COLUMN buffer_after integer NOT NULL DEFAULT 0,
            ADD COLUMN minimum_notice integer,
            ADD COLUMN booking_horizon integer,
            ADD COLUMN most_per_day integer,
            ADD COLUMN most_per_week integer,
            ADD COLUMN offered_days smallint NOT NULL DEFAULT 127,
            ADD COLUMN confirmation text NOT NULL DEFAULT 'request',
            ADD COLUMN price_kind text NOT NULL DEFAULT 'fixed'
        """
    )
