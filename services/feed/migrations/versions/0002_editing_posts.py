"""Posts that are not out yet can be edited; pictures sent before their post are their sender's alone."""

from alembic import op

revision = "0002"
down_revision = "0001"

STATEMENTS = (
    "SET LOCAL lock_timeout = '5s'",
    "ALTER TABLE stray ADD COLUMN owner_id text COLLATE \"C\" NOT NULL DEFAULT ''",
    "CREATE INDEX ix_stray_owner_id ON stray (owner_id)",
    """
    CREATE INDEX ix_post_kept_back ON post (owner_id, id DESC) WHERE state <> 'active' OR NOT announced
    """,
    # What others see of an account comes in the order in which it came out, not in that of its drafts.
    """
    CREATE INDEX ix_post_owner_out ON post (owner_id, publish_at DESC, id DESC) WHERE state = 'active'
    """,
    "DROP TRIGGER post_state ON post",
    """
    CREATE TRIGGER post_state BEFORE UPDATE OF state ON post FOR EACH ROW
    WHEN (OLD.state IS DISTINCT FROM NEW.state AND (OLD.state, NEW.state) NOT IN (
        ('draft', 'active'), ('active', 'archived'), ('archived', 'active')
    ) AND ((OLD.state, NEW.state) <> ('active', 'draft') OR OLD.announced))
    EXECUTE FUNCTION refuse_post_state()
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
