"""Reviews, and answers to them, that the staff take down and restore."""

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE review_standing (
            review_id text NOT NULL,
            owner_id text NOT NULL,
            removed boolean NOT NULL,
            changed_at timestamptz NOT NULL,
            revision bigint NOT NULL,
            CONSTRAINT pk_review_standing PRIMARY KEY (review_id)
        )
        """
    )
    op.execute("CREATE INDEX ix_review_standing_owner_id ON review_standing (owner_id)")
