"""What could not be read of a provider's other calendar, and how often it was slow (product.md 4.14)."""

from alembic import op
from chassis import schema_steps

revision = "0047"
down_revision = "0046"


def upgrade() -> None:
    with op.get_context().autocommit_block():
        schema_steps.add_columns(
            op,
            "external_calendar",
            "slow_readings integer NOT NULL DEFAULT 0, in_doubt integer NOT NULL DEFAULT 0, "
            "left_out integer NOT NULL DEFAULT 0, "
            "unknown_zones text[] NOT NULL DEFAULT '{}'",
        )
