"""Usernames of deleted accounts, which nobody else gets for a while."""

from alembic import op

revision = "0015"
down_revision = "0012"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute(
        """
        CREATE TABLE reserved_username (
            digest bytea NOT NULL,
            until timestamptz NOT NULL,
            CONSTRAINT pk_reserved_username PRIMARY KEY (digest)
        )
        """
    )
    op.execute("CREATE INDEX ix_reserved_username_until ON reserved_username (until)")
