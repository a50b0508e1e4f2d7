"""How long a request waits for an answer, as its provider says; requests of before wait until their start."""

from alembic import op

revision = "0017"
down_revision = "0016"

STATEMENTS = (
    "SET LOCAL lock_timeout = '5s'",
    "ALTER TABLE hours ADD COLUMN answer_hours integer NOT NULL DEFAULT 48",
    "ALTER TABLE booking_order ADD COLUMN answer_by timestamptz",
    "CREATE INDEX ix_booking_order_pending_answer_by ON booking_order (answer_by) WHERE status = 'pending'",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
