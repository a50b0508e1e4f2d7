"""A provider's telephone number, and to whom it and the street are shown.

Numbers come with the next change of a profile, or with `python -m profiles replay --to booking`.
"""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("ALTER TABLE provider ADD COLUMN street_shown_to text NOT NULL DEFAULT 'booked'")
    op.execute("ALTER TABLE provider ADD COLUMN contact_phone text NOT NULL DEFAULT ''")
    op.execute("ALTER TABLE provider ADD COLUMN phone_shown_to text NOT NULL DEFAULT 'booked'")
