"""Vacuum the tables of which jobs delete rows as fast as they do so, and find old rows by an index."""

from alembic import op
from chassis import tables

revision = "0026"
down_revision = "0025"

OWN = ("guest",)


def upgrade() -> None:
    tables.vacuum_pruned(op, *tables.PRUNED, toasted=tables.TOASTED)
    tables.vacuum_pruned(op, *OWN)
    with op.get_context().autocommit_block():
        tables.index_secrets(op)
