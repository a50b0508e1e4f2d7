"""Posts that the staff hide, accounts that they suspend, and pictures kept as evidence."""

from alembic import op

revision = "0003"
down_revision = "0002"

STATEMENTS = (
    "SET LOCAL lock_timeout = '5s'",
    """
    ALTER TABLE post
        ADD COLUMN hidden boolean NOT NULL DEFAULT false,
        ADD COLUMN owner_suspended boolean NOT NULL DEFAULT false,
        ADD COLUMN standing_revision bigint NOT NULL DEFAULT 0
    """,
    """
    ALTER TABLE author
        ADD COLUMN suspended boolean NOT NULL DEFAULT false,
        ADD COLUMN standing_revision bigint NOT NULL DEFAULT 0
    """,
    """
    CREATE TABLE evidence_picture (
        report_id text COLLATE "C" NOT NULL,
        digest text NOT NULL,
        owner_id text COLLATE "C" NOT NULL,
        release_at timestamptz,
        CONSTRAINT pk_evidence_picture PRIMARY KEY (report_id, digest)
    )
    """,
    "CREATE INDEX ix_evidence_picture_digest ON evidence_picture (digest)",
    "CREATE INDEX ix_evidence_picture_owner_id ON evidence_picture (owner_id)",
    """
    CREATE INDEX ix_evidence_picture_release_at ON evidence_picture (release_at) WHERE release_at IS NOT NULL
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
