"""Booking rules of services, and what their costs mean. A service of before has none."""

from alembic import op

revision = "0015"
down_revision = "0014"

CHECKS = {
    "buffers": "buffer_before BETWEEN 0 AND 240 AND buffer_after BETWEEN 0 AND 240",
    "minimum_notice": "minimum_notice BETWEEN 0 AND 43200",
    "booking_horizon": "booking_horizon BETWEEN 1 AND 730",
    "most": "most_per_day BETWEEN 1 AND 100 AND most_per_week BETWEEN 1 AND 500",
    "offered_days": "offered_days BETWEEN 1 AND 127",
    "confirmation": "confirmation IN ('request', 'known', 'instant')",
    "price_kind": "price_kind IN ('fixed', 'from', 'free', 'on_request')",
    "taxes_included": "taxes_included IN ('', 'yes', 'no')",
}


def upgrade() -> None:
    op.execute(
        """
        ALTER TABLE service
            ADD COLUMN IF NOT EXISTS buffer_before integer NOT NULL DEFAULT 0,
            ADD COLUMN IF NOT EXISTS buffer_after integer NOT NULL DEFAULT 0,
            ADD COLUMN IF NOT EXISTS minimum_notice integer,
            ADD COLUMN IF NOT EXISTS booking_horizon integer,
            ADD COLUMN IF NOT EXISTS most_per_day integer,
            ADD COLUMN IF NOT EXISTS most_per_week integer,
            ADD COLUMN IF NOT EXISTS offered_days smallint NOT NULL DEFAULT 127,
            ADD COLUMN IF NOT EXISTS confirmation text NOT NULL DEFAULT 'request',
            ADD COLUMN IF NOT EXISTS price_kind text NOT NULL DEFAULT 'fixed',
            ADD COLUMN IF NOT EXISTS taxes_included text NOT NULL DEFAULT ''
        """
    )
    for name, rule in CHECKS.items():
        op.execute(
            f"""
            DO $$ BEGIN
                ALTER TABLE service ADD CONSTRAINT ck_service_{name} CHECK ({rule}) NOT VALID;
            EXCEPTION WHEN duplicate_object THEN NULL;
            END $$
            """
        )
    with op.get_context().autocommit_block():
        for name in CHECKS:
            op.execute(f"ALTER TABLE service VALIDATE CONSTRAINT ck_service_{name}")
