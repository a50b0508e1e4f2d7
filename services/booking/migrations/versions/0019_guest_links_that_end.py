"""Which generation of a guest's link opens the order: links of a former generation have ended."""

from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("ALTER TABLE booking_order ADD COLUMN link_generation integer NOT NULL DEFAULT 1")
