"""What is known of stored pictures: their size, the widths of their renditions, and a placeholder."""

from alembic import op

revision = "0004"
down_revision = "0003"

STATEMENTS = (
    "SET LOCAL lock_timeout = '5s'",
    """
    CREATE TABLE stored_picture (
        digest text NOT NULL,
        width integer NOT NULL,
        height integer NOT NULL,
        widths integer[] NOT NULL,
        placeholder text NOT NULL,
        CONSTRAINT pk_stored_picture PRIMARY KEY (digest)
    )
    """,
    "ALTER TABLE post ADD COLUMN pictures jsonb NOT NULL DEFAULT '[]'",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
