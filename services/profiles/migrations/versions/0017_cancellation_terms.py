"""Terms for cancelling a service. A service of before has none."""

from alembic import op

revision = "0017"
down_revision = "0016"

CHECKS = {
    "free_cancellation_hours": "free_cancellation_hours BETWEEN 0 AND 720",
    "late_cancellation": "late_cancellation IN ('allowed', 'refused')",
}


def upgrade() -> None:
    op.execute(
        """
        ALTER TABLE service
            ADD COLUMN IF NOT EXISTS free_cancellation_hours integer,
            ADD COLUMN IF NOT EXISTS late_cancellation text NOT NULL DEFAULT 'allowed',
            ADD COLUMN IF NOT EXISTS cancellation_words text NOT NULL DEFAULT ''
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
