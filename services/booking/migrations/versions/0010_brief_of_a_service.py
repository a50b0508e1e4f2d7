"""A service's brief, so that an order keeps what was ordered.

Briefs come with the next change of a service, or with `python -m profiles replay --to booking`.
"""

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("ALTER TABLE service ADD COLUMN brief text NOT NULL DEFAULT ''")
