"""Who had a reserved username, so that they may take it again (product.md 1.7)."""

from alembic import op
from chassis import schema_steps

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    with op.get_context().autocommit_block():
        schema_steps.add_columns(op, "reserved_username", "former_owner bytea")
