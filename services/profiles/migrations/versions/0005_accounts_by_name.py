"""A page is also found by the provider's name, for accounts whose username is not known yet."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("CREATE INDEX ix_account_lower_name ON account (lower(name)) WHERE NOT deleted")
