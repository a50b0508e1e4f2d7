"""Tries of passwords by source, and the sources from which accounts signed in."""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute(
        """
        CREATE TABLE password_tries (
            subject bytea NOT NULL,
            source bytea NOT NULL,
            tries integer NOT NULL,
            waits_until timestamptz NOT NULL,
            counted_at timestamptz NOT NULL,
            allowed boolean NOT NULL,
            PRIMARY KEY (subject, source)
        )
        """
    )
    op.execute("CREATE INDEX ix_password_tries_counted_at ON password_tries (counted_at)")
    op.execute(
        """
        CREATE TABLE known_source (
            account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            source bytea NOT NULL,
            used_at timestamptz NOT NULL,
            PRIMARY KEY (account_id, source)
        )
        """
    )
    op.execute("CREATE INDEX ix_known_source_used_at ON known_source (used_at)")
