"""Whose mail address is confirmed: without that nobody posts or comments.

Accounts that are known already count as confirmed until identity's replay tells what they are: an update
keeps nobody from posting. New ones are what their events say.
"""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("ALTER TABLE author ADD COLUMN confirmed boolean NOT NULL DEFAULT true")
    op.execute("ALTER TABLE author ALTER COLUMN confirmed SET DEFAULT false")
