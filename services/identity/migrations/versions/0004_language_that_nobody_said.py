"""Stores whether an account's language was ever set; if not, the device of the next sign-in sets it.

A language other than English was set by somebody; for English it is not known whether it was chosen.
"""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("ALTER TABLE account ADD COLUMN language_said boolean NOT NULL DEFAULT false")
    op.execute("UPDATE account SET language_said = true WHERE language <> 'english'")
