"""Whose mail address is confirmed: without that nobody writes messages.

Accounts that are known already count as confirmed until identity's replay tells what they are: an update
keeps nobody from writing. New ones are what their events say.
"""

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("ALTER TABLE person ADD COLUMN confirmed boolean NOT NULL DEFAULT true")
    op.execute("ALTER TABLE person ALTER COLUMN confirmed SET DEFAULT false")
