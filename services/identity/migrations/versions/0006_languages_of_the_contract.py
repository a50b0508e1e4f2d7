"""Which languages there are, the contract alone says: one more changes no table."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.execute("ALTER TABLE account DROP CONSTRAINT ck_account_language")
