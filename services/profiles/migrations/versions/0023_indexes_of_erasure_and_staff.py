"""The index of a provider's services holds deleted ones too, since they go with the account; suspended
accounts are counted by an index.
"""

from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS ix_service_provider_id")
        op.execute("CREATE INDEX CONCURRENTLY ix_service_provider_id ON service (provider_id, service_id)")
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS ix_service_provider_id_service_id")
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS ix_account_suspended")
        op.execute(
            "CREATE INDEX CONCURRENTLY ix_account_suspended ON account (account_id) "
            "WHERE suspended_at IS NOT NULL"
        )
