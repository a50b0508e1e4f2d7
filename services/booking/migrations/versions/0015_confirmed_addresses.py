"""Whose mail address is confirmed: without that nobody books with an account.

Accounts that are known already count as confirmed until identity's replay tells what they are: an update
keeps nobody from booking. New ones are what their events say.
"""

from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("ALTER TABLE account ADD COLUMN confirmed boolean NOT NULL DEFAULT true")
    op.execute("ALTER TABLE account ALTER COLUMN confirmed SET DEFAULT false")
