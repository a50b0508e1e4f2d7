"""A copy of each event that was published, for the day on which the broker has lost it."""

from alembic import op
from chassis import tables

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    tables.keep_published_events(op)
