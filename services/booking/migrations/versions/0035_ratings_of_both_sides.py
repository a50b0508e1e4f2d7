"""Ratings by both sides, hidden until both have rated; answers to them; what the staff take down.

Ratings of before have no time until which they are hidden, so they stay shown.
"""

from alembic import op

revision = "0035"
down_revision = "0034"

HIDDEN = "ix_rating_hidden_until"


def upgrade() -> None:
    op.execute(
        """
        ALTER TABLE rating
            ADD COLUMN IF NOT EXISTS hidden_until timestamptz,
            ADD COLUMN IF NOT EXISTS removed boolean NOT NULL DEFAULT false,
            ADD COLUMN IF NOT EXISTS standing_revision bigint NOT NULL DEFAULT 0,
            ADD COLUMN IF NOT EXISTS answer text NOT NULL DEFAULT '',
            ADD COLUMN IF NOT EXISTS answered_at timestamptz,
            ADD COLUMN IF NOT EXISTS answer_removed boolean NOT NULL DEFAULT false,
            ADD COLUMN IF NOT EXISTS answer_standing_revision bigint NOT NULL DEFAULT 0
        """
    )
    op.execute(
        """
        CREATE TABLE IF NOT EXISTS client_rating (
            order_id text NOT NULL,
            provider_id text NOT NULL,
            client_id text,
            stars smallint NOT NULL,
            feedback text NOT NULL,
            created_at timestamptz NOT NULL,
            hidden_until timestamptz,
            removed boolean NOT NULL DEFAULT false,
            standing_revision bigint NOT NULL DEFAULT 0,
            CONSTRAINT pk_client_rating PRIMARY KEY (order_id),
            CONSTRAINT fk_client_rating_order_id_booking_order
                FOREIGN KEY (order_id) REFERENCES booking_order (order_id),
            CONSTRAINT ck_client_rating_stars CHECK (stars BETWEEN 1 AND 5)
        )
        """
    )
    op.execute("CREATE INDEX IF NOT EXISTS ix_client_rating_provider_id ON client_rating (provider_id)")
    op.execute("CREATE INDEX IF NOT EXISTS ix_client_rating_client_id ON client_rating (client_id)")
    op.execute(
        "CREATE INDEX IF NOT EXISTS ix_client_rating_hidden_until ON client_rating (hidden_until) "
        "WHERE hidden_until IS NOT NULL"
    )
    with op.get_context().autocommit_block():
        op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {HIDDEN}")
        op.execute(
            f"CREATE INDEX CONCURRENTLY {HIDDEN} ON rating (hidden_until) WHERE hidden_until IS NOT NULL"
        )
