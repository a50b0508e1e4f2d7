"""Vacuum the tables of which jobs delete rows as fast as they do so, and find old rows by an index."""

from alembic import op
from chassis import tables

revision = "0018"
down_revision = "0017"

OWN = (
    "guest_data_grant",
    "mail",
    "mailbox_entry",
)
TOASTED = (
    "mail",
    "mailbox_entry",
)


def upgrade() -> None:
    tables.vacuum_pruned(op, *tables.PRUNED, toasted=tables.TOASTED)
    tables.vacuum_pruned(op, *OWN, toasted=TOASTED)
    with op.get_context().autocommit_block():
        tables.index_secrets(op)
        # Drops what an attempt has left that failed.
        op.drop_index("ix_guest_data_grant_expires_at", postgresql_concurrently=True, if_exists=True)
        op.create_index(
            "ix_guest_data_grant_expires_at", "guest_data_grant", ["expires_at"], postgresql_concurrently=True
        )
        # Old mails are found by their id, whoever they were sent to: each mail had to be entered here too.
        op.drop_index("ix_mail_guest_created_at", postgresql_concurrently=True, if_exists=True)
