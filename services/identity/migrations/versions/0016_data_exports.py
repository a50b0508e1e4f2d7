"""Exports of accounts that are collected in the background."""

from alembic import op
from chassis.tables import keep_export_parts

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    keep_export_parts(op)
    op.execute(
        """
        CREATE TABLE data_export (
            account_id text NOT NULL,
            export_id text NOT NULL,
            requested_at timestamptz NOT NULL,
            expires_at timestamptz NOT NULL,
            sizes jsonb NOT NULL DEFAULT '{}',
            ready_at timestamptz,
            failed_at timestamptz,
            CONSTRAINT pk_data_export PRIMARY KEY (account_id),
            CONSTRAINT uq_data_export_export_id UNIQUE (export_id),
            CONSTRAINT fk_data_export_account_id_account FOREIGN KEY (account_id)
                REFERENCES account (id) ON DELETE CASCADE
        )
        """
    )
    op.execute(
        "CREATE INDEX ix_data_export_collecting ON data_export (requested_at)"
        " WHERE ready_at IS NULL AND failed_at IS NULL"
    )
