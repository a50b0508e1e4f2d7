"""Addresses at which mails were stopped that nobody there had asked for (product.md 5.3)."""

from alembic import op
from chassis import schema_steps

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    schema_steps.run_each(
        op,
        """
        CREATE TABLE IF NOT EXISTS stopped_address (
            address_digest text NOT NULL, stopped_at timestamptz NOT NULL,
            CONSTRAINT pk_stopped_address PRIMARY KEY (address_digest)
        )
        """,
    )
