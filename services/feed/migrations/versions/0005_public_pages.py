"""Where the pages of the sitemap begin, which posts it lists, and which are gone."""

from alembic import op

revision = "0005"
down_revision = "0004"

STATEMENTS = (
    "SET LOCAL lock_timeout = '5s'",
    """
    CREATE TABLE sitemap_page (
        number integer NOT NULL,
        first_id text COLLATE "C" NOT NULL,
        CONSTRAINT pk_sitemap_page PRIMARY KEY (number)
    )
    """,
    """
    CREATE TABLE removed_post (
        id text COLLATE "C" NOT NULL,
        removed_at timestamptz NOT NULL,
        CONSTRAINT pk_removed_post PRIMARY KEY (id)
    )
    """,
    "CREATE INDEX ix_removed_post_removed_at ON removed_post (removed_at)",
    """
    CREATE INDEX ix_post_listed ON post (id)
    WHERE state = 'active' AND audience = 'all' AND NOT mature AND original_id IS NULL AND NOT hidden
        AND NOT owner_suspended
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
