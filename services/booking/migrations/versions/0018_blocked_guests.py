"""Guests whom a provider blocks, by the digest of their address."""

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE guest_block (
            provider_id text NOT NULL,
            address_digest text NOT NULL,
            block_id text NOT NULL,
            name text NOT NULL,
            blocked_at timestamptz NOT NULL,
            CONSTRAINT pk_guest_block PRIMARY KEY (provider_id, address_digest)
        )
        """
    )
    op.execute("CREATE UNIQUE INDEX uq_guest_block_block_id ON guest_block (block_id)")
