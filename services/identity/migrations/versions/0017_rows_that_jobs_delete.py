"""Vacuum the tables of which jobs delete rows as fast as they do so, and find old rows by an index."""

from alembic import op
from chassis import tables

revision = "0017"
down_revision = "0016"

OWN = (
    "attempt",
    "challenge",
    "confirmation_code",
    "ended_login",
    "known_source",
    "login",
    "mail_change",
    "mail_link",
    "password_tries",
    "reserved_username",
)


def upgrade() -> None:
    tables.vacuum_pruned(op, *tables.PRUNED, toasted=tables.TOASTED)
    tables.vacuum_pruned(op, *OWN)
    with op.get_context().autocommit_block():
        tables.index_secrets(op)
