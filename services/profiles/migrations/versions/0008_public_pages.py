"""When a listing changed, where the pages of the sitemap begin, and which usernames are gone."""

from alembic import op

revision = "0008"
down_revision = "0007"

STATEMENTS = (
    "SET LOCAL lock_timeout = '5s'",
    # now() is the same for the whole statement, so the table is not written anew.
    "ALTER TABLE search_listing ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now()",
    """
    CREATE TABLE sitemap_page (
        number integer NOT NULL,
        first_id text NOT NULL,
        CONSTRAINT pk_sitemap_page PRIMARY KEY (number)
    )
    """,
    """
    CREATE TABLE former_username (
        digest text NOT NULL,
        gone_at timestamptz NOT NULL,
        CONSTRAINT pk_former_username PRIMARY KEY (digest)
    )
    """,
    "CREATE INDEX ix_former_username_gone_at ON former_username (gone_at)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
