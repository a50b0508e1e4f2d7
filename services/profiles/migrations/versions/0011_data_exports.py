"""Exports of accounts that are collected in the background."""

from alembic import op
from chassis.tables import keep_export_parts

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    keep_export_parts(op)
