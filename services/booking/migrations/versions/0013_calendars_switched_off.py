"""How many of its readers an external calendar ended: after two it is read no more."""

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("ALTER TABLE external_calendar ADD COLUMN reader_kills integer NOT NULL DEFAULT 0")
