"""How a provider wants to be paid, which the mails about an order tell the client.

The terms come with the next change of a profile, or with `python -m profiles replay --to booking`.
"""

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("ALTER TABLE provider ADD COLUMN payment jsonb NOT NULL DEFAULT '{}'")
