"""Keep with an order its terms for cancelling and how it was cancelled, and with a session who did not come.

An order of before has no terms, and nothing is known of how it was cancelled.
"""

from alembic import op

revision = "0034"
down_revision = "0032"

CHECKS = (
    ("booking_order", "cancellation", "cancellation IS NULL OR status = 'cancelled'"),
    ("session", "no_show", "no_show IS NULL OR state = 'missed'"),
)


def upgrade() -> None:
    op.execute(
        """
        ALTER TABLE service
            ADD COLUMN IF NOT EXISTS free_cancellation_hours integer,
            ADD COLUMN IF NOT EXISTS late_cancellation text NOT NULL DEFAULT 'allowed',
            ADD COLUMN IF NOT EXISTS cancellation_words text NOT NULL DEFAULT ''
        """
    )
    op.execute(
        """
        ALTER TABLE booking_order
            ADD COLUMN IF NOT EXISTS cancellation_terms jsonb,
            ADD COLUMN IF NOT EXISTS cancellation jsonb
        """
    )
    op.execute("ALTER TABLE session ADD COLUMN IF NOT EXISTS no_show jsonb")
    for table, name, rule in CHECKS:
        op.execute(
            f"""
            DO $$ BEGIN
                ALTER TABLE {table} ADD CONSTRAINT ck_{table}_{name} CHECK ({rule}) NOT VALID;
            EXCEPTION WHEN duplicate_object THEN NULL;
            END $$
            """
        )
    with op.get_context().autocommit_block():
        for table, name, _ in CHECKS:
            op.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT ck_{table}_{name}")
